# `make demo` and `make test` work on any computer with Python 3.11+ and make.
# The system's own Python first: it is usually compiled for speed, which saves a fifth of a test run.
PYTHON := $(or $(PYTHON),$(shell for python in /usr/bin/python3 python3; do \
  $$python -c "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo $$python && break; done),python3)
PORT ?= 3005
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
MINUTES ?= 5
KILLS ?= 100
POSITIONS ?= 200000
# Formatter and linter of scripts and style sheets; one binary, not part of the product.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
STATIC := src/crosstable/web/static src/crosstable/api/static

.PHONY: demo serve test test-postgres kills positions explore trouble accessibility check screenshots desk-storm golden simulated-open icons conformance conformance-page wheel bench lock clean
.DEFAULT_GOAL := help

help: ## List the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/.runtime ## Run the product with invented content, on http://127.0.0.1:3005
	$(BIN)/crosstable demo --host $(HOST) --port $(PORT)

serve: $(VENV)/.runtime ## Run the product with your own data (./data, or CROSSTABLE_DATA)
	$(BIN)/crosstable serve --host $(HOST) --port $(PORT)

test: $(VENV)/.dev ## Run every test, on all cores
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n auto --dist worksteal

test-postgres: $(VENV)/.dev ## Run every database test on a temporary PostgreSQL, and the failure tests
	.ci/postgres

kills: $(VENV)/.dev ## Kill the server KILLS=100 times during publications and entries, on both databases
	CROSSTABLE_KILLS=$(KILLS) .ci/postgres run $(BIN)/pytest -q -n0 -s tests/failures/test_6_kill_during_publish.py

positions: $(VENV)/.dev ## Pair POSITIONS=200000 random positions by the Dutch system and check the graphs (half an hour)
	CROSSTABLE_POSITIONS=$(POSITIONS) $(BIN)/pytest -q -n0 -s tests/engine/pairing/fide/test_never_crashes.py

explore: $(VENV)/.dev ## Run the property-based tests with new random data, for MINUTES=5
	$(BIN)/python tests/explore.py $(MINUTES)

trouble: $(VENV)/.dev ## Test every problem of a hall, and every page, in every game, format and kind of entry (15 minutes)
	CROSSTABLE_TROUBLE=all $(BIN)/pytest -q -n auto tests/crossings/test_trouble.py tests/crossings/test_cells.py

accessibility: $(VENV)/.dev ## Run axe on every page as every role, in both themes, at four widths (an hour)
	CROSSTABLE_AXE=all $(BIN)/pytest -q -n0 tests/web/test_accessibility.py

# The checks read the settings but touch no data.
check: export CROSSTABLE_SECRET_KEY = check
check: export DATABASE_URL = sqlite://:memory:
check: $(VENV)/.dev ## Lint, security, format of code, templates, scripts and styles, types, layers, migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check src/crosstable
	$(DENO) fmt --check --quiet --no-config --line-width 120 $(STATIC)
	$(DENO) lint --quiet --no-config --rules-exclude=no-window,no-window-prefix,no-inner-declarations $(STATIC)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m django makemigrations --check --dry-run --settings crosstable.settings
	CROSSTABLE_TLS=1 CROSSTABLE_HOSTS=chess.example.org CROSSTABLE_SECRET_KEY=$$($(BIN)/python -c "import secrets; print(secrets.token_urlsafe(50))") \
	  $(BIN)/python -m django check --deploy --fail-level WARNING --settings crosstable.settings
	$(BIN)/python .ci/audit.py requirements/runtime.txt

screenshots: $(VENV)/.dev ## Take the pictures in docs/screenshots again
	$(BIN)/python tests/e2e/screenshots.py

desk-storm: $(VENV)/.dev ## Type 100 results at every speed on every network, in four kinds of event (half an hour)
	$(BIN)/python tests/e2e/desk_storm.py

golden: $(VENV)/.dev ## Write the text of every page again (tests/golden_files/pages), to review a change
	cd tests && ../$(BIN)/python -m golden_database.make pages

simulated-open: $(VENV)/.dev ## Store the pairings of the simulated open, by the reference engine: REFERENCE=path/to/bbpPairings.exe
	cd tests && ../$(BIN)/python -m simulated_open $(abspath $(REFERENCE))

icons: $(VENV)/.dev ## Draw the home screen icons again from icon.svg
	$(BIN)/python tests/e2e/icons.py

conformance: $(VENV)/.dev ## Pair every round of the tournaments in CORPUS=dir again and compare
	@test -n "$(CORPUS)" || { echo "usage: make conformance CORPUS=folder"; exit 2; }
	find "$(CORPUS)" -name '*.trf' -print0 | sort -z | xargs -0 $(BIN)/crosstable check --times --jobs $(JOBS)

conformance-page: $(VENV)/.dev ## Write docs/conformance.md again: articles and their tests
	$(BIN)/python tests/conformance.py

wheel: $(VENV)/.dev ## Build the packages and run them outside the checkout
	.ci/wheel demo

bench: $(VENV)/.dev ## Run the benchmarks
	$(BIN)/python -m bench

lock: | $(VENV)/bin/python ## Resolve the locked versions again
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --extra postgres -o requirements/runtime.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --extra postgres --group dev -o requirements/dev.txt

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements/runtime.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --require-hashes -r requirements/runtime.txt
	$(BIN)/pip install --quiet --no-deps -e .
	touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --require-hashes -r requirements/dev.txt
	$(BIN)/pip install --quiet --no-deps -e .
	touch $@ $(VENV)/.runtime

clean: ## Remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
