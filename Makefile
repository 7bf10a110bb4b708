# Ratsu: `make run` opens the window, `make test` runs every check, `make build` only builds.
# Each of them first brings the machine into shape (installer/prepare.py); what is already there is left alone.

PYTHON ?= python3
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help build run test nightly mutants package smoke docs clean

help:
	@echo "make run     set everything up and open the window (make run ARGS=games.pgn opens a file)"
	@echo "make test    set everything up and run every check"
	@echo "make nightly every check, long test, fuzzer and mutant, for at most two hours; the same command continues"
	@echo "make mutants do the tests find mistakes in the lines changed since the last commit? (ARGS='--changed main')"
	@echo "make build   set everything up; afterwards .venv/bin/ratsu --help"
	@echo "make package build what can be installed elsewhere, into dist/"
	@echo "make smoke   try what make package built in a clean Debian (needs root and debootstrap)"
	@echo "make docs    make pages about the engine's Python interface, in build/docs"
	@echo "make clean   remove what was built; .venv stays (rm -r .venv removes it too)"

build: python
	@$(PYTHON) -m installer.prepare build

run: python
	@$(PYTHON) -m installer.prepare run -- $(ARGS)

test: python
	@$(PYTHON) -m installer.prepare test -- $(ARGS)

nightly: python
	@$(PYTHON) -m installer.prepare nightly -- $(ARGS)

mutants: python
	@$(PYTHON) -m installer.prepare mutants -- --changed HEAD $(ARGS)

package: python
	@$(PYTHON) -m installer.prepare package

smoke: python
	@$(PYTHON) -m installer.prepare smoke -- $(ARGS)

docs: python
	@$(PYTHON) -m installer.prepare docs

clean:
	@rm -rf build dist .stamps .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find engine tablebases -name '*.so' -delete

# An old Python could not even read installer/prepare.py, so this one check is made here.
.PHONY: python
python:
	@command -v $(PYTHON) > /dev/null || { echo "Ratsu needs Python 3.11 or newer, and there is no $(PYTHON): apt-get install python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Ratsu needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another one: make run PYTHON=python3.11"; exit 1; }
