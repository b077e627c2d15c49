# The verbs of the project. `make` alone lists them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
READY := $(VENV)/ready
TOOLS := $(VENV)/tools
PEERS := .venv-peers
SEED ?= 1
GAMES ?= 100000
LADDER ?= --games 8000 --pilot 4000 --search-games 160
ARGS ?=
# Stealing work: a worker with a queue of long proofs hands the rest on.
PYTEST := $(BIN)/python -m pytest -q -n auto --maxprocesses=4 --dist worksteal
# What proves the rules, whatever way they are compiled: plain or with bounds checked.
RULES := tests/watchmen tests/haversack tests/naive tests/properties \
  $(addprefix tests/test_,$(addsuffix .py,stream batch replay describe_watchmen story_watchmen strategies_watchmen strategy_conformance))

.PHONY: help setup report ladders test test-all test-nojit test-bounds golden bench bench-peers peers format format-check lint types check clean mutations

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The environment follows the list of dependencies; playing needs fewer of them than testing.
$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "need Python 3.11: no $(PYTHON) here (set PYTHON=...)" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(TOOLS): $(READY)
	$(PIP) --editable '.[dev]'
	@touch $@

setup: $(TOOLS) ## make .venv and install the project and its tools in it

report: $(READY) ## play every game at every player count and write the reports (GAMES=, SEED=)
	@$(BIN)/meeplelab study --games $(GAMES) --seed $(SEED)

# A game and a number of players each; one that was played is kept until its file is removed.
LADDERS := $(patsubst %,results/ladders/%.json,$(addprefix watchmen-,2 3 4 5) $(addprefix haversack-,1 2 3 4))

results/ladders/%.json: | $(READY)
	@$(BIN)/meeplelab ladder $(word 1,$(subst -, ,$*)) --players $(word 2,$(subst -, ,$*)) $(LADDER) --seed $(SEED) --out $@

ladders: $(LADDERS) ## play the skill ladders that are not in results yet and write them into docs/strategies.md (LADDER=, SEED=)
	@$(BIN)/python -m reports.standing docs/strategies.md $^

test: $(TOOLS) ## run the tests
	$(PYTEST) -m 'not slow' $(ARGS)

test-all: $(TOOLS) ## run the tests, the long proofs, and the rules as plain Python and with bounds checked
	$(PYTEST) --hypothesis-profile=long $(ARGS)
	@$(MAKE) --no-print-directory test-nojit test-bounds

test-nojit: $(TOOLS) ## run the tests of the rules as plain Python, without the compiler
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m 'not slow' $(RULES) $(ARGS)

test-bounds: $(TOOLS) ## run the tests of the rules compiled so that no index may be out of range or negative
	NUMBA_BOUNDSCHECK=1 MEEPLELAB_CACHE=$(CURDIR)/$(VENV)/bounds $(PYTEST) -m 'not slow' $(RULES) $(ARGS)

golden: $(TOOLS) ## write golden games and the samples in the docs anew; read the difference
	UPDATE_GOLDEN=1 UPDATE_DOCS=1 $(BIN)/python -m pytest -q -k 'golden or docs' $(ARGS)

mutations: $(TOOLS) ## plant the rule faults of tests/mutations.md and see each of them caught
	$(BIN)/python -m tests.mutations $(ARGS)

# The peers' environment is made whole or, where a peer cannot be had, without it; then the next run tries again.
$(PEERS)/ready: benchmarks/peers/requirements.txt
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@install="$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check"; \
	if $$install -r $<; then touch $@; else \
	  for pin in $$(grep == $<); do $$install -c $< $$pin || echo "cannot be installed: $$pin" >&2; done; fi

peers: $(PEERS)/ready

bench-peers: $(TOOLS) peers ## measure our speed beside that of other engines, on one core
	$(BIN)/python benchmarks/bench_peers.py --peers $(PEERS)/bin/python $(ARGS)

bench: $(TOOLS) peers ## measure speed (beside other engines too), compile time and memory
	@set -e; for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file $(ARGS); done

format: $(TOOLS) ## format the source
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

format-check: $(TOOLS)
	$(BIN)/ruff format --check .

lint: $(TOOLS) ## look for mistakes
	$(BIN)/ruff check .

types: $(TOOLS) ## check the types
	$(BIN)/mypy

check: format-check lint types test ## all of the above that must pass before a commit

clean: ## remove caches and what the tools left (results and .venv stay)
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -not -path './$(VENV)*/*' -prune -exec rm -rf {} +
