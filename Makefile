# `make help` lists all commands. `make run` and `make test` need only python3 and make; they set up the rest.

PYTHON := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: run dev demo test quick check permissions openapi bench fuzz chaos simulate drill clean help

##@ Run

run: .venv/run-ready  ## Start the product with a demo floor: web server, worker and scheduler [PORT=8000]
	@exec $(PYTHON) manage.py run

dev: .venv/run-ready  ## Start it for development: the web server reloads on changes, DEBUG is on [PORT=8000]
	@DEBUG=true PYTHONWARNINGS="ignore:Using settings.DEBUG" exec $(PYTHON) manage.py run

demo: .venv/run-ready  ## Load the demo floor, or reset it
	@echo "── Loading the demo floor anew"
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py demo --reset
	@echo "── Done. Start it with make run."

##@ Test

test: .venv/dev-ready  ## Run every test on SQLite, and again on PostgreSQL with Redis; or one folder [ONLY=tests/tables]
	@$(PYTHON) -m tests $(ONLY)

quick: .venv/dev-ready  ## Run the rule cases and the first test of every file on SQLite, in about a minute
	@$(PYTHON) -m tests --quick

check: .venv/dev-ready  ## Run ruff, mypy and import-linter, and look for missing migrations
	@echo "── ruff, mypy, import-linter, migrations"
	@.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/lint-imports --no-logo
	@$(PYTHON) manage.py makemigrations --check --settings tests.settings
	@echo "── All checks passed."

##@ Regenerate

permissions: .venv/dev-ready  ## Write tests/permissions.tsv: the response of every address to every role
	@echo "── Requesting every address as every role"
	@WRITE_PERMISSIONS=1 $(PYTHON) -m pytest -q tests/test_permissions.py
	@echo "── Wrote tests/permissions.tsv. Review the changes."

openapi: .venv/run-ready  ## Write docs/openapi.json: the OpenAPI document
	@echo "── Describing every operation"
	@$(PYTHON) manage.py openapi docs/openapi.json
	@echo "── Wrote docs/openapi.json. Review the changes."

##@ Trials

bench: .venv/dev-ready  ## Measure speed against peers and limits [PART=logged]
	@echo "── Measuring. Compare the ratios, not the absolute figures."
	@$(PYTHON) -m trials.bench $(if $(filter command environment,$(firstword $(origin PART))),--part $(PART))
	@echo "── Done."

SECONDS ?= 60
DATABASE ?= both

chaos: .venv/dev-ready  ## Kill web, worker and database at random under load [SECONDS=60 SEED= DATABASE=both]
	@$(PYTHON) -m trials.chaos --seconds $(SECONDS) --database $(DATABASE) $(if $(SEED),--seed $(SEED))

EXAMPLES ?= 40
# Without SECONDS the run ends when every operation was tested.
LIMIT = $(if $(filter command environment,$(firstword $(origin SECONDS))),--seconds $(SECONDS))

fuzz: .venv/dev-ready  ## Settle random rounds twice; fuzz the API as every role [EXAMPLES=40 ROLE= SECONDS= SEED= DATABASE=both]
	@echo "── Settling random rounds with the engine and with the second implementation"
	@$(PYTHON) -m tests.compare --rounds 100000
	@echo "── No differences."
	@$(PYTHON) -m trials.fuzz --examples $(EXAMPLES) --database $(DATABASE) $(LIMIT) $(if $(ROLE),--role "$(ROLE)") $(if $(SEED),--seed $(SEED))

drill: .venv/dev-ready  ## Break and restore what alerts depend on; every alert must be on time [SECONDS=60 SEED= DATABASE=both]
	@$(PYTHON) -m trials.drill --seconds $(SECONDS) --database $(DATABASE) $(if $(SEED),--seed $(SEED))

DAYS ?= 30
TABLES ?= 60
PART ?= all

simulate: .venv/dev-ready  ## Compare weeks on the floor with a model of due times [DAYS=30 TABLES=60 SEED= PART=all]
	@$(PYTHON) -m trials.simulation --days $(DAYS) --tables $(TABLES) --part $(PART) $(if $(SEED),--seed $(SEED))

##@ Other

clean:  ## Remove .venv and caches; keep the data in var/
	@echo "── Removing .venv and caches; the data in var/ stays"
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@echo "── Done."

# `##` after a target is its description, [..] its variables with their defaults; `##@` starts a section.
help:  ## Show this list
	@awk -v tty="$$(test -t 1 && echo yes)" 'BEGIN { FS = ":.*## "; \
	  if (tty) { bold = "\033[1m"; cyan = "\033[36m"; dim = "\033[2m"; off = "\033[0m" } \
	  print "Usage: make " cyan "COMMAND" off " [VARIABLE=value]" } \
	  /^##@ / { print "\n" bold substr($$0, 5) off } \
	  /^[a-z]+:.*## / { text = $$2; variables = ""; \
	    if (match(text, / \[.*\]$$/)) { \
	      variables = substr(text, RSTART + 2, RLENGTH - 3); text = substr(text, 1, RSTART - 1) } \
	    printf "  %s%-12s%s %s\n", cyan, $$1, off, text; if (variables) printf "%15s%s%s%s\n", "", dim, variables, off }' \
	  $(MAKEFILE_LIST)

.venv/run-ready: requirements.txt | .venv/bin/pip
	@echo "── Installing the product's requirements (requirements.txt)"
	@.venv/bin/pip install -qq -r requirements.txt
	@touch $@

.venv/dev-ready: requirements.txt requirements-dev.txt | .venv/bin/pip
	@echo "── Installing the requirements of tests and checks (requirements-dev.txt)"
	@.venv/bin/pip install -qq -r requirements-dev.txt
	@touch .venv/run-ready $@

# A fresh Debian has python3 without venv and pip. Root installs them; other users get the command to run.
.venv/bin/pip:
	@echo "── Creating a virtual environment in .venv"
	@rm -rf .venv
	@python3 -m venv .venv >/dev/null 2>&1 || { \
	  rm -rf .venv; \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "── Installing python3-venv with apt-get"; \
	    { apt-get install -qq -y python3-venv || { apt-get update -qq && apt-get install -qq -y python3-venv; }; } >/dev/null 2>&1; \
	    python3 -m venv .venv; \
	  else \
	    echo "python3 cannot create a virtual environment. Install it first: sudo apt-get install python3-venv"; exit 1; \
	  fi; }
