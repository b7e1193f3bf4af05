# Everything a developer or CI runs. `make` alone lists the targets.
.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Newer than pyproject.toml once the environment holds the package and its development tools.
READY := $(VENV)/.ready
PYTEST := $(BIN)/pytest -q

# The parts of `make test`, each a target test-PART. The python part is what the others leave.
PARTS := python random cpp editors docs packaging
RANDOM := $(wildcard tests/differential tests/random)
APART := $(addprefix --ignore=,$(RANDOM) tests/host tests/lsp tests/docs tests/packaging)

# $(call timed,PART,COMMAND) runs a part and says how long it took.
timed = @start=$$(date +%s); $(2); status=$$?; echo "== $(1): $$(($$(date +%s) - start)) s, exit status $$status"; exit $$status

.PHONY: help setup demo test test-quick test-long $(PARTS:%=test-%) docs check

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(READY) ## create .venv with the package (editable) and the development tools

# An environment that works is kept; one without a usable Python is built anew.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "Python 3.10 or newer is needed; name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || \
		$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY) ## lint the examples; two of them are faulty
	$(BIN)/pyasc-lint --output-format full examples; test $$? -eq 1
	@echo "The errors above are wanted: two of the four examples are faulty."

test: $(PARTS:%=test-%) ## every part of the test suite

test-python: $(READY)
	$(call timed,python,$(PYTEST) -n auto $(APART))

test-random: $(READY)
	$(call timed,random,$(PYTEST) -n auto $(RANDOM))

test-cpp: $(READY)
	$(call timed,cpp,$(PYTEST) -n auto tests/host)

test-editors: $(READY)
	$(call timed,editors,$(PYTEST) -n auto tests/lsp)

test-docs: $(READY)
	$(call timed,docs,$(PYTEST) tests/docs)

test-packaging: $(READY)
	$(call timed,packaging,$(PYTEST) tests/packaging)

test-quick: $(READY) ## what to run while editing: no slow, random, compiled or packaging tests
	$(call timed,quick,$(PYTEST) -n auto -m 'not slow' --hypothesis-profile=quick $(APART))

test-long: $(READY) ## everything, with many more random examples, and others each time
	$(call timed,long,PYASC_LINT_DIFFERENTIAL_KERNELS=5000 PYASC_LINT_DIFFERENTIAL_SEED=$$start PYASC_LINT_RANDOM_SEED=$$start $(PYTEST) -n auto --hypothesis-profile=long)

docs: $(READY) ## build the documentation site into build/site
	$(BIN)/python scripts/build_docs.py

check: $(READY) ## ruff, mypy --strict
	$(BIN)/ruff check
	$(BIN)/mypy
