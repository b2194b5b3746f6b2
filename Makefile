# Everything that the project does, one word each. What is missing (Debian packages, a Python environment) is installed first.

PYTHON := .build/python/bin/python
# The processes that demo, run and the end-to-end tests put on stage are described in one place.
STAGE  := PYTHONPATH=EndToEnd $(PYTHON)

.DEFAULT_GOAL := help
.PHONY: help demo run build test lint format clean packages

help: ## this list
	@sed -nE 's/^([a-z]+):.*## (.*)/make \1#\2/p' $(MAKEFILE_LIST) | column -t -s '#'

demo: build ## one login at an example website, from nothing to the verified claims
	@$(STAGE) scripts/demo.py

run: build ## manager and example website stay up with demo data, for you to log in
	@$(STAGE) scripts/run.py

build: packages ## the programs, into .build/debug
	@scripts/swift-packages build

test: packages ## every test there is
	@scripts/swift-packages build-tests
	@scripts/swift-packages test
	@scripts/step "Test XignCrypto with OpenSSL 3.5" scripts/libcrypto-3.5
	@scripts/step "Test end to end" $(PYTHON) -m pytest EndToEnd

lint: packages ## format and style, of everything
	@scripts/step "Lint" scripts/lint

format: packages ## what of it can be put right by a program
	@scripts/format

clean: ## removes what was built
	rm -rf .build

packages:
	@scripts/install-debian-packages
	@scripts/install-python-packages
