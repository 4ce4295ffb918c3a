# Everything starts here: `make run` and `make test` set up what they need, and need only python3 and make.

PYTHON := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: run test check bench fuzz clean

run: .venv/run-ready  ## Settle the example rounds of every edition
	@echo "── Settling examples/rounds.ndjson with manage.py settle"
	@$(PYTHON) manage.py settle < examples/rounds.ndjson
	@echo "── Done. Give manage.py settle rounds of your own, one JSON object a line: docs/round-format.md tells the format."

test: .venv/dev-ready  ## Run every test
	@echo "── Running every test"
	@$(PYTHON) -m pytest -q -n auto
	@echo "── All tests passed."

check: .venv/dev-ready  ## Lint, types, layers
	@echo "── ruff, mypy, import-linter"
	@.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/lint-imports --no-logo
	@echo "── All checks passed."

bench: .venv/dev-ready  ## Ratios against peers and limits, in one run
	@$(PYTHON) -m bench

fuzz: .venv/dev-ready  ## A hundred thousand random rounds of every edition against the second implementation
	@$(PYTHON) -m tests.compare --rounds 100000

clean:  ## Remove what was set up
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.venv/run-ready: requirements.txt | .venv/bin/pip
	@echo "── Installing what the product needs (requirements.txt)"
	@.venv/bin/pip install -qq -r requirements.txt
	@touch $@

.venv/dev-ready: requirements.txt requirements-dev.txt | .venv/bin/pip
	@echo "── Installing what tests and checks need (requirements-dev.txt)"
	@.venv/bin/pip install -qq -r requirements-dev.txt
	@touch .venv/run-ready $@

# A fresh Debian's python3 comes without venv and pip: root can install them, others are told what to do.
.venv/bin/pip:
	@echo "── Making a virtual environment in .venv"
	@rm -rf .venv
	@python3 -m venv .venv >/dev/null 2>&1 || { \
	  rm -rf .venv; \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "── Installing python3-venv with apt-get"; \
	    { apt-get install -qq -y python3-venv || { apt-get update -qq && apt-get install -qq -y python3-venv; }; } >/dev/null 2>&1; \
	    python3 -m venv .venv; \
	  else \
	    echo "python3 cannot make a virtual environment. Install it first: sudo apt-get install python3-venv"; exit 1; \
	  fi; }
