# All tasks of the project. Missing Debian packages and a Python environment are installed first.

# In the order of their dependencies.
SWIFT_PACKAGES := . Terminal Manager Authenticator Examples/authenticator-app

PYTHON := .build/python/bin/python
# The processes of demo, run and end-to-end tests are described in one place.
STAGE := PYTHONPATH=EndToEnd $(PYTHON)
# Clients of docs/integrate with a Python environment each.
GUIDES := flask-appbuilder jupyterhub synapse

# X-Wing needs a libcrypto newer than Debian 12's. The tests of cryptography run on both.
LIBCRYPTO_3_5 := $(CURDIR)/.build/libcrypto-3.5

# Debian's script that draws the login page's changing QR code: it is embedded in the manager.
QR_CODE_SCRIPT := /usr/share/nodejs/qrcode-generator/qrcode.js
EMBEDDED_QR_CODE_SCRIPT := Manager/Sources/XignWebAssets/Assets/qrcode.js

.DEFAULT_GOAL := help
.PHONY: help demo run run-kotlin pictures sheets build build-tests test test-quick kotlin docs fuzz bench instructions bench-peers \
    bench-policies bench-joins release release-bench release-check release-artefacts release-instructions deb image install models \
    models-short lint format clean prepare packages

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1#\2/p' $(MAKEFILE_LIST) | column -t -s '#'

demo: build ## one login at an example website, from nothing to the verified claims
	@$(STAGE) scripts/demo.py

run-kotlin: kotlin ## the desktop sample of the Kotlin SDK: activate it and log in at the manager of make run
	@$(STAGE) scripts/run_kotlin.py

run: build ## manager, console and example website stay up with demo data, for you to log in
	@$(STAGE) scripts/run.py

pictures: build ## the pictures of the README, from the real programs
	@$(STAGE) scripts/pictures.py

sheets: prepare ## contact sheets of all pages in three browser engines, into .build/sheets: ENGINES=firefox, PAGES=Login
	@scripts/install-debian-packages engines-packages.txt
	@scripts/step "Build Manager with tests" scripts/swift-package build Manager --build-tests
	@$(STAGE) scripts/sheets.py $(ENGINES) $(if $(PAGES),--pages "$(PAGES)")

build: prepare ## the programs, into .build/debug
	@for package in $(SWIFT_PACKAGES); do \
	    scripts/step "Build $$package" scripts/swift-package build $$package || exit; \
	done

test: prepare ## every test there is; those with a Keycloak where KEYCLOAK_HOME names a folder with one, or with its archive
	@scripts/install-debian-packages image-packages.txt
	@scripts/install-debian-packages guides-packages.txt
	@scripts/install-python-packages $(GUIDES)
	@[ -z "$(KEYCLOAK_HOME)" ] || scripts/install-debian-packages keycloak-packages.txt
	@scripts/install-debian-packages instructions-packages.txt
	@scripts/install-debian-packages engines-packages.txt
	@scripts/at-once "$(MAKE) --no-print-directory image" "$(MAKE) --no-print-directory build-tests"
	@for package in $(SWIFT_PACKAGES); do \
	    scripts/step "Test $$package" scripts/swift-package test $$package || exit; \
	done
	@$(MAKE) --no-print-directory kotlin
	@$(PYTHON) scripts/libcrypto-3.5 $(LIBCRYPTO_3_5) >/dev/null
	@LD_LIBRARY_PATH=$(LIBCRYPTO_3_5) XIGN_TEST_EXPECTS_XWING=1 \
	    scripts/step "Test XignCrypto with OpenSSL 3.5" scripts/swift-package test . --filter 'XignCryptoTests|XignProtocolTests'
	@KEYCLOAK_HOME="$(KEYCLOAK_HOME)" XIGN_TEST_PROGRAMS=.build/release \
	    scripts/step "Test end to end" $(PYTHON) -m pytest EndToEnd -n 3

PACKAGE ?= Manager

test-quick: prepare ## one package's tests while you work on it, on SQLite alone: PACKAGE=Manager, or ., Terminal, Authenticator
	@scripts/step "Build $(PACKAGE) with tests" scripts/swift-package build $(PACKAGE) --build-tests
	@XIGN_TEST_WITHOUT='\[.*PostgreSQL' scripts/step "Test $(PACKAGE)" scripts/swift-package test $(PACKAGE)

kotlin: prepare ## the Kotlin sources, with their tests, into .build/kotlin
	@scripts/install-debian-packages kotlin-packages.txt
	@scripts/step "Build Kotlin" $(PYTHON) scripts/kotlin_packages.py build
	@scripts/step "Test Kotlin" $(PYTHON) scripts/kotlin.py test
	@scripts/step "Check Kotlin with a newer compiler" $(PYTHON) scripts/kotlin_packages.py check
	@scripts/step "Test Kotlin for the JVM and Android" $(PYTHON) scripts/kotlin_packages.py test
	@scripts/step "Package Kotlin" $(PYTHON) scripts/kotlin_packages.py package

build-tests: prepare
	@for package in $(SWIFT_PACKAGES); do \
	    scripts/step "Build $$package with tests" scripts/swift-package build $$package --build-tests || exit; \
	done

docs: prepare ## the guides and the reference for app developers, a static site
	@for module in XignTPM2 XignSDKTesting; do \
	    scripts/step "Build $$module" scripts/swift-package build . --target $$module || exit; \
	done
	@scripts/step "Build the site" scripts/docs
	@echo "Look at it: python3 -m http.server --directory .build/docs 8000, then http://localhost:8000/documentation/xignsdk/"

# Of each target; two run at a time.
SECONDS ?= 20

fuzz: prepare ## every reader of bytes from outside, 20 s each, or SECONDS=1200
	@scripts/step "Fuzz" Fuzz/run all $(SECONDS)

bench: release-bench ## logins a second, CPU, memory: the whole manager, on an idle machine (docs/performance.md)
	@.build/release/bench --manager .build/release/xignin-manager --folder .build $(if $(DATABASE),--database "$(DATABASE)") \
	    $(if $(FORMER),--former "$(FORMER)") --output .build/bench.json --chart .build/bench.svg

instructions: release-instructions ## instructions that a login costs the manager, counted by valgrind: a busy machine does not change them
	@scripts/install-debian-packages instructions-packages.txt
	@.build/release/instructions .build/release/xignin-manager .build $(if $(DATABASE),"$(DATABASE)")

bench-policies: release-bench ## latency under two policies of the scheduler, with nginx and PostgreSQL on the manager's core
	@scripts/install-debian-packages
	@$(STAGE) scripts/bench_policies.py

bench-joins: release-bench ## a login's latency with and without a flood of strangers who join, on both databases
	@$(STAGE) scripts/bench_joins.py

bench-peers: release-bench ## the same login at the Keycloak in KEYCLOAK_HOME, side by side
	@scripts/install-debian-packages keycloak-packages.txt
	@KEYCLOAK_HOME="$(KEYCLOAK_HOME)" $(STAGE) scripts/bench_peers.py

models: prepare ## explores the models in Models with Spin: 3 minutes, up to 5 GB of memory
	@scripts/install-debian-packages models-packages.txt
	@scripts/step "Check the models" $(PYTHON) Models/check.py

models-short: prepare ## the runs of models that take seconds
	@scripts/install-debian-packages models-packages.txt
	@scripts/step "Check the models, short" $(PYTHON) Models/check.py --short

lint: prepare ## format, style and module arrows of all files
	@scripts/step "Lint" scripts/lint

format: prepare ## rewrites Swift and Python files in the format that lint checks
	@scripts/format

clean: ## removes what was built
	rm -rf .build $(EMBEDDED_QR_CODE_SCRIPT)

# Holds libstdc++'s archive alone, so that the linker cannot choose the shared library.
STATIC_LIBRARIES := .build/static

# Swift's libraries and C++'s are linked into the programs: they start in a third of the time and need no Swift where they run.
# Exporting no symbols and packing relative relocations leave less to read at each start. Binding all symbols at the start lets
# the kernel write-protect their addresses afterwards. Other libraries are looked up in the system's folders only.
# All builds have the same options: where they differ, each build compiles every module again.
# The linker would remove debug information; without it the compiler has a tenth less to do. Swift's hash of each module would
# stay in the program and depend on the folder: it is for builds of changed modules, and switched off.
RELEASE := -c release -debug-info-format none --static-swift-stdlib --disable-local-rpath \
    $(addprefix -Xswiftc ,-Xfrontend -disable-incremental-llvm-codegen -use-ld=lld -L$(CURDIR)/$(STATIC_LIBRARIES)) \
    $(addprefix -Xlinker ,--no-export-dynamic -z pack-relative-relocs -z now --strip-debug)

release: prepare ## both programs as one installs them, and the sample app, into .build/release
	@mkdir -p $(STATIC_LIBRARIES)
	@ln -sf "$$(clang --print-file-name=libstdc++.a)" $(STATIC_LIBRARIES)
	@scripts/step "Build xignin-manager for release" scripts/swift-package build Manager $(RELEASE) --product xignin-manager
	@scripts/step "Build xign for release" scripts/swift-package build Authenticator $(RELEASE) --product xign
	@scripts/step "Build the sample app for release" scripts/swift-package build Examples/authenticator-app $(RELEASE) --product authenticator-app
	@rm -rf .build/release/documents .build/release/man5
	@$(PYTHON) scripts/package_documents.py documents .build/release/documents
	@$(PYTHON) scripts/package_documents.py manual .build/release/man5

deb: release ## Debian packages of both programs, into .build/deb
	@scripts/step "Build the Debian packages" scripts/deb

release-check: prepare ## what is missing for a release: docs/releases.md
	@$(PYTHON) scripts/release_check.py

release-artefacts: deb docs image ## the files of a release with checksums, signed by the key that RELEASE_KEY names
	@scripts/step "Collect the files of the release" scripts/release-artefacts .build/release-artefacts .build/deb/*.deb .build/docs \
	    $$(find .build/image -maxdepth 1 -name '*.tar' -o -maxdepth 1 -name '*.cdx.json')
	@ls -l .build/release-artefacts

image: deb ## an OCI image of the manager, and the list of what is in it, into .build/image
	@scripts/step "Build the image" $(PYTHON) scripts/image

# Below DESTDIR, which is empty for this machine itself.
PREFIX ?= /usr/local

install: ## what the Debian packages contain, into PREFIX (/usr/local), after make release
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install

release-bench: release
	@scripts/step "Build bench for release" scripts/swift-package build Manager $(RELEASE) --product bench

release-instructions: release
	@scripts/step "Build instructions for release" scripts/swift-package build Manager $(RELEASE) --product instructions

prepare:
	@scripts/install-debian-packages
	@scripts/install-python-packages
	@cmp --silent $(QR_CODE_SCRIPT) $(EMBEDDED_QR_CODE_SCRIPT) || cp $(QR_CODE_SCRIPT) $(EMBEDDED_QR_CODE_SCRIPT)

packages: prepare ## what all checks need, installed before their time is measured
	@scripts/install-debian-packages kotlin-packages.txt
	@$(PYTHON) scripts/kotlin.py fetch
	@$(PYTHON) scripts/kotlin_packages.py fetch
	@scripts/install-debian-packages models-packages.txt
	@scripts/install-debian-packages keycloak-packages.txt
	@scripts/install-debian-packages instructions-packages.txt
	@scripts/install-debian-packages engines-packages.txt
	@scripts/install-debian-packages mail-packages.txt
	@scripts/install-debian-packages image-packages.txt
	@scripts/install-debian-packages guides-packages.txt
	@scripts/install-python-packages $(GUIDES)
