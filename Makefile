SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup play page site docs release release-check container-check compose-check check format lint test test-interpreted test-compiled bench lock clean

FRAME := pyproject.toml hatch_build.py scripts/setup
SOURCES := $(shell find src -path src/casefile/page -prune -o -not -name '*.pyc' -not -name __pycache__ -print)
WEB := $(shell find web -path web/node_modules -prune -o -type f -not -path 'web/public/icons/*' -not -name '*.png' -print)
PAGE := src/casefile/page/index.html
TYPES := web/src/lib/messages.ts
WORKERS := $(shell echo $$(($$(nproc) * 2))) # many tests wait, for a browser or another process
RUN_TESTS = scripts/run_tests.py build/tests/$(1).xml -n $(strip $(WORKERS)) --dist worksteal
# Keep .venv-compiled off the sources: it has to import what it installed.
unexport PYTHONPATH

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/.dev ## Make .venv: casefile and the development tools

play: .venv/.runtime $(PAGE) ## Play in the browser (`.venv/bin/casefile play`: at the terminal)
	@.venv/bin/python scripts/play.py --open

page: $(PAGE) ## Build the page into src/casefile/page

site: build/site/index.html ## Build the page that needs no server into build/site, for any web server

docs: .venv/.runtime .venv-docs/.docs ## Build the documentation into build/docs (with the game, after `make site`)
	@scripts/setup page-tools
	.venv/bin/python scripts/docs/assemble.py build/docs-source $(if $(wildcard build/site/index.html),--play)
	.venv-docs/bin/zensical build --clean --strict
	@if [ -e build/site/index.html ]; then cp -r build/site build/docs/play; fi
	@echo "build/docs/index.html"

release: .venv/.runtime $(PAGE) ## Build what is released into dist/: sdist, pure and compiled wheels (RELEASE: options)
	.venv/bin/python scripts/release.py $(RELEASE)

release-check: ## Install everything in dist/ in a bare Debian, and try it (as root)
	@.venv/bin/python scripts/release_check.py

container-check: ## Build the container image from dist/, start it, and try it (docker or podman)
	@.venv/bin/python scripts/container_check.py

compose-check: ## Start compose.yaml with two nodes, and play through its proxy while they die (docker or podman)
	@.venv/bin/python scripts/compose_check.py

check: lint $(PAGE) ## The quick loop: lint, types, quick tests
	CASEFILE_QUICK=1 .venv/bin/python -m pytest -n auto -x

format: .venv/.dev ## Format the code and fix what ruff can fix
	.venv/bin/ruff check --fix-only
	.venv/bin/ruff format
	@scripts/setup page-tools
	PATH="$(CURDIR)/.venv-web/bin:$$PATH" npm --prefix web run --silent format

# The compiler runs beside all that needs one processor only; what tests leave behind is no reason to compile again.
test: .venv/.dev $(PAGE) ## Everything: lint, types, all tests, interpreted and compiled
	@scripts/setup compiler || { status=$$?; [ $$status = 3 ] || exit $$status; \
		$(MAKE) --no-print-directory lint test-interpreted; echo "The compiled engine was NOT tested."; exit 0; }; \
	mkdir -p build; $(MAKE) --no-print-directory .venv-compiled/.compiled >build/compile.log 2>&1 & compiling=$$!; \
	$(MAKE) --no-print-directory lint test-interpreted || { kill $$compiling 2>/dev/null; exit 1; }; \
	wait $$compiling || { cat build/compile.log; exit 1; }; \
	$(MAKE) --no-print-directory -o .venv-compiled/.compiled test-compiled

bench: .venv/.dev .venv-compiled/.compiled .venv-bench/.bench ## Measure both builds and others (BENCH: its options)
	@.venv/bin/python bench/run.py --compiled .venv-compiled/bin/python --others .venv-bench/bin/python $(BENCH)

lock: ## Renew the locks (UPGRADE=1: take newer versions)
	scripts/lock $(if $(UPGRADE),--upgrade)

clean: ## Remove all that make made
	rm -rf .venv .venv-compiled .venv-play .venv-docs .venv-bench .venv-web web/node_modules src/casefile/page share build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

lint: .venv/.dev
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy --strict
	@scripts/setup page-tools
	PATH="$(CURDIR)/.venv-web/bin:$$PATH" npm --prefix web run --silent check

test-interpreted: .venv/.dev $(PAGE) build/site/index.html
	@scripts/setup chromium || { status=$$?; [ $$status = 3 ] || exit $$status; \
		echo "The page was NOT tested in a browser."; }
	@scripts/setup postgresql || { status=$$?; [ $$status = 3 ] || exit $$status; \
		echo "The server was NOT tested with PostgreSQL."; }
	@scripts/setup shells || { status=$$?; [ $$status = 3 ] || exit $$status; \
		echo "Completion was NOT tested in all shells."; }
	PATH="$(CURDIR)/.venv-web/bin:$$PATH" npm --prefix web test --silent
	.venv/bin/python $(call RUN_TESTS,interpreted)

test-compiled: WORKERS := $(shell nproc) # hardly any of these tests waits, and each worker collects them all
test-compiled: .venv/.dev .venv-compiled/.compiled
	CASEFILE_EXPECT_COMPILED=1 .venv-compiled/bin/python $(call RUN_TESTS,compiled)

.venv/.runtime: requirements/runtime.txt $(FRAME)
	@scripts/setup runtime

.venv/.dev: requirements/dev.txt $(FRAME)
	@scripts/setup dev

.venv-docs/.docs: requirements/docs.txt scripts/setup
	@scripts/setup docs

.venv-bench/.bench: requirements/bench.txt scripts/setup
	@scripts/setup bench

.venv-compiled/.compiled: .venv/.dev $(PAGE) $(SOURCES) requirements/build.txt
	@scripts/setup compiled

.venv-play/.compiled: $(PAGE) $(SOURCES) requirements/runtime.txt requirements/build.txt $(FRAME)
	@scripts/setup play

build/site/index.html: $(WEB) $(SOURCES) $(TYPES) scripts/bake.py scripts/setup requirements/runtime.txt requirements/web.txt | .venv/.runtime
	@scripts/setup site

$(TYPES): scripts/protocol_types.py $(addprefix src/casefile/,server/messages.py server/views.py server/bodies.py server/bodies_replay.py server/problems.py text/score.py looks.py) | .venv/.runtime
	.venv/bin/python scripts/protocol_types.py > $@.new
	mv $@.new $@

$(PAGE): $(WEB) $(wildcard src/casefile/cases/look.toml src/casefile/cases/*/look.toml) requirements/web.txt scripts/setup
	@scripts/setup page
