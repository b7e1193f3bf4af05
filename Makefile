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
APART := $(addprefix --ignore=,$(RANDOM) tests/host tests/lsp tests/vscode tests/docs tests/packaging)

# $(call timed,PART,COMMAND) runs a part and says how long it took.
timed = @start=$$(date +%s); $(2); status=$$?; echo "== $(1): $$(($$(date +%s) - start)) s, exit status $$status"; exit $$status

# The extension for VS Code: packages for platforms, whose server is inside, and one that uses an installed server.
EXTENSION := vscode-extension
NODE_READY := $(EXTENSION)/node_modules/.ready
VSIX_TARGETS := universal linux-arm64 linux-x64
VSIX := $(VSIX_TARGETS:%=dist/pyasc-lint-%.vsix)
VSIX_HERE := dist/pyasc-lint-linux-$(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x64).vsix
EXTENSION_FILES := $(shell find $(EXTENSION) -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/libs/*' -not -path '*/test/*')
SERVER_FILES := pyproject.toml $(shell find pyasc_lint lsp hardware_profiles -type f -not -path '*/__pycache__/*')
# Without Node nothing is made of the extension, and the tests that need it say so.
WITH_NODE = $(if $(shell command -v node),$(1))

.PHONY: help setup vsix vscode demo test test-quick test-long $(PARTS:%=test-%) docs check

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

$(NODE_READY): $(EXTENSION)/package-lock.json
	npm --prefix $(EXTENSION) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

vsix: $(VSIX) ## build the packages of the VS Code extension into dist/

# vsce would search a thousand files of the libraries for secrets, which takes longer than all the rest.
dist/pyasc-lint-%.vsix: $(READY) $(NODE_READY) $(EXTENSION_FILES) $(SERVER_FILES)
	@mkdir -p dist
	$(BIN)/python $(EXTENSION)/scripts/bundle.py $*
	cd $(EXTENSION) && npm run --silent package -- $(if $(filter-out universal,$*),--target $*) \
		--allow-package-all-secrets --out ../$@ >/dev/null

vscode: ## install the VS Code that the tests use, once
	@$(EXTENSION)/scripts/setup-vscode.sh

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

# One workbench at a time.
test-editors: $(READY) $(call WITH_NODE,vscode $(VSIX_HERE))
	$(call timed,editors,$(PYTEST) -n auto tests/lsp && $(PYTEST) tests/vscode)

test-docs: $(READY)
	$(call timed,docs,$(PYTEST) tests/docs)

test-packaging: $(READY) $(call WITH_NODE,$(VSIX))
	$(call timed,packaging,$(PYTEST) tests/packaging)

test-quick: $(READY) ## what to run while editing: no slow, random, compiled or packaging tests
	$(call timed,quick,$(PYTEST) -n auto -m 'not slow' --hypothesis-profile=quick $(APART))

test-long: $(READY) ## everything, with many more random examples, and others each time
	$(call timed,long,PYASC_LINT_DIFFERENTIAL_KERNELS=5000 PYASC_LINT_DIFFERENTIAL_SEED=$$start PYASC_LINT_RANDOM_SEED=$$start $(PYTEST) -n auto --hypothesis-profile=long)

docs: $(READY) ## build the documentation site into build/site
	$(BIN)/python scripts/build_docs.py

check: $(READY) $(call WITH_NODE,$(NODE_READY)) ## ruff, mypy --strict, and tsc --strict where Node is
	$(BIN)/ruff check
	$(BIN)/mypy
	$(call WITH_NODE,npm --prefix $(EXTENSION) run --silent check)
