# Everything starts here: `make run` and `make test` set up what they need, and need only python3 and make.

PYTHON := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: run demo test quick check permissions openapi bench fuzz chaos simulate drill clean

run: .venv/run-ready  ## Run the whole house: web server, worker and scheduler, until Ctrl-C
	@exec $(PYTHON) manage.py run

demo: .venv/run-ready  ## Put the demo floor back to its beginning
	@echo "── Putting the demo floor back to its beginning"
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py demo --reset
	@echo "── Done. make run shows it."

test: .venv/dev-ready  ## Run every test, on SQLite and on PostgreSQL with Redis; ONLY=tests/tables runs one folder on SQLite
	@$(PYTHON) -m tests $(ONLY)

quick: .venv/dev-ready  ## Run the engine's cases and the first test of every file, on SQLite: a minute
	@$(PYTHON) -m tests --quick

check: .venv/dev-ready  ## Lint, types, layers, and whether a migration is missing
	@echo "── ruff, mypy, import-linter, migrations"
	@.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/lint-imports --no-logo
	@$(PYTHON) manage.py makemigrations --check --settings tests.settings
	@echo "── All checks passed."

permissions: .venv/dev-ready  ## Write down anew who gets which answer at every address, for review
	@echo "── Asking every address as every role"
	@WRITE_PERMISSIONS=1 $(PYTHON) -m pytest -q tests/test_permissions.py
	@echo "── Written: tests/permissions.tsv. Review what has changed."

openapi: .venv/run-ready  ## Write down the API's description anew, for review
	@echo "── Describing every operation"
	@$(PYTHON) manage.py openapi docs/openapi.json
	@echo "── Written: docs/openapi.json. Review what has changed."

bench: .venv/dev-ready  ## Ratios against peers and limits, in one run; PART=logged for one of its parts
	@echo "── Measuring; ratios count, not the absolute figures"
	@$(PYTHON) -m trials.bench $(if $(filter command environment,$(firstword $(origin PART))),--part $(PART))
	@echo "── Measured."

SECONDS ?= 60
DATABASE ?= both

chaos: .venv/dev-ready  ## Kill web, worker and database at random under eight writers; SECONDS=60 SEED= DATABASE=both
	@$(PYTHON) -m trials.chaos --seconds $(SECONDS) --database $(DATABASE) $(if $(SEED),--seed $(SEED))

EXAMPLES ?= 40
# A run without a limit of its own ends when everything was asked.
LIMIT = $(if $(filter command environment,$(firstword $(origin SECONDS))),--seconds $(SECONDS))

fuzz: .venv/dev-ready  ## Random rounds settled twice; then the API asked as everyone. EXAMPLES=40 ROLE= SECONDS= SEED= DATABASE=both
	@echo "── Settling random rounds twice, by the engine and by the second implementation"
	@$(PYTHON) -m tests.compare --rounds 100000
	@echo "── No difference."
	@$(PYTHON) -m trials.fuzz --examples $(EXAMPLES) --database $(DATABASE) $(LIMIT) $(if $(ROLE),--role "$(ROLE)") $(if $(SEED),--seed $(SEED))

drill: .venv/dev-ready  ## Break and mend what runs by the clock; every alert must come in time. SECONDS=60 SEED= DATABASE=both
	@$(PYTHON) -m trials.drill --seconds $(SECONDS) --database $(DATABASE) $(if $(SEED),--seed $(SEED))

DAYS ?= 30
TABLES ?= 60
PART ?= all

simulate: .venv/dev-ready  ## Weeks on the floor against a model of what is due when, and a Saturday; DAYS=30 TABLES=60 SEED= PART=all
	@$(PYTHON) -m trials.simulation --days $(DAYS) --tables $(TABLES) --part $(PART) $(if $(SEED),--seed $(SEED))

clean:  ## Remove what was set up; var/, which holds the floor, stays
	@echo "── Removing .venv and caches; the floor's data in var/ stays"
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@echo "── Clean."

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
