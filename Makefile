# On a machine with Python 3.11+ and make, `make demo` and `make test` are all there is to know.
PYTHON ?= python3
PORT ?= 3005
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: demo serve test check conformance bench lock clean
.DEFAULT_GOAL := help

help: ## What can be typed here
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/.runtime ## The product with believable content, on http://127.0.0.1:3005
	$(BIN)/crosstable demo --port $(PORT)

serve: $(VENV)/.runtime ## The product with your own data (in ./data unless CROSSTABLE_DATA says otherwise)
	$(BIN)/crosstable serve --port $(PORT)

test: $(VENV)/.dev ## Every test, on all cores
	$(BIN)/pytest -n auto --dist worksteal

check: $(VENV)/.dev ## Lint, types, the order of the rooms, migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	CROSSTABLE_SECRET_KEY=check $(BIN)/python -m django makemigrations --check --dry-run --settings crosstable.settings

conformance: $(VENV)/.dev ## Pair every round of the tournaments in CORPUS=dir again and compare
	@test -n "$(CORPUS)" || { echo "usage: make conformance CORPUS=folder"; exit 2; }
	find "$(CORPUS)" -name '*.trf' -print0 | sort -z | xargs -0 $(BIN)/crosstable check --times --jobs $(JOBS)

bench: $(VENV)/.dev ## Measured speed and memory, as a table
	$(BIN)/python -m bench

lock: $(VENV)/.dev ## Resolve the locked versions anew
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
