# Everything a person does with this repository. `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Independent word lists to measure a lexicon against, if there are any.
YARDSTICKS ?= ../shared/yardsticks
# Games that are played over each lexicon to weigh its words in the report.
GAMES ?= 300
PIP ?= $(BIN)/pip --disable-pip-version-check --quiet
# What pip says at length goes into a file; without a network the first line is what one needs.
PINNED = $(PIP) install --require-hashes $(1) >$(VENV)/install.log 2>&1 || { \
	echo "The packages could not be installed: is there a network? What was said of it is in $(VENV)/install.log; run make again." >&2; exit 1; }
# Two processes begin with half of the tests each; who is done first takes over some of the other's.
# (The ways to share that go by names would run only one of several tests with the same name.)
BOTH := -n 2 --dist worksteal
# A server or a browser is waited for half of the time, so more of them keep both cores at work.
WAITING := -n 4 --dist worksteal
# What needs no lexicon, no server and no browser: rules, games, tournaments.
PURE := tests/test_architecture.py tests/engine tests/incidents tests/models tests/replay tests/rulebook tests/regulations tests/tournament
# One lock for every supported Python and system, each file with its hash.
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header
export PYTHONUTF8 := 1
# The tests start hundreds of short programs; compiling the same modules in each takes a tenth more.
unexport PYTHONDONTWRITEBYTECODE
# Nor is what this make was told meant for one that a test starts.
unexport MAKEFLAGS

.DEFAULT_GOAL := help

help: ## List every target
	@awk -F ':.*## ' '/^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed, and $(PYTHON) is $$($(PYTHON) -V 2>&1): try make $(or $(MAKECMDGOALS),run) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements/run.lock requirements/dictionaries.lock requirements/build.lock pyproject.toml | $(BIN)/python
	@echo "Installing the pinned packages into $(VENV)"
	@$(call PINNED,-r requirements/run.lock)
	@$(call PINNED,--no-deps -r requirements/dictionaries.lock)
	@$(call PINNED,-r requirements/build.lock)
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/test.stamp: requirements/test.lock $(VENV)/run.stamp
	@$(call PINNED,-r requirements/test.lock)
	@touch $@

##@ Serve

run: $(VENV)/run.stamp ## Serve on HOST:PORT (127.0.0.1:8000)
	$(BIN)/arbiter serve

demo: $(VENV)/run.stamp ## Serve, and open a game, a challenge and a tournament to click through
	$(BIN)/python docs/demo

##@ Check

setup: $(VENV)/test.stamp ## Install what tests need and build missing lexicons, to run a part of them
	$(BIN)/python -m build_lexicon build --missing

quick: corpus lint pure ## Check style, types and rules: whatever breaks a rule shows here in a minute and a half

corpus: $(VENV)/test.stamp ## Ask everything again that ever went wrong
	$(BIN)/pytest -q tests/corpus

fuzz: $(VENV)/test.stamp ## Change good requests for MINUTES=10, until one breaks a promise and is kept
	$(BIN)/python -m tests.corpus $(or $(MINUTES),10)

halls: $(VENV)/test.stamp ## Live through HALLS=1000 simulated tournaments, each from its seed
	$(BIN)/python -m tests.simulation $(or $(SEED),1) $(or $(HALLS),1000)

coverage: setup ## Say which branches of engine, schemas and http no test takes
	@$(call PINNED,-r requirements/tools.lock)
	$(BIN)/coverage run --branch --source=service/engine,service/schemas,service/http -m pytest -q -p no:xdist $(PURE) tests/http tests/corpus tests/laws
	$(BIN)/coverage report --show-missing --skip-covered

pure: $(VENV)/test.stamp ## Run the tests that need no lexicon, no server and no browser
	$(BIN)/pytest -q $(BOTH) $(PURE)

test: pure setup ## Run every test
	$(BIN)/pytest $(WAITING) $(addprefix --ignore=,$(PURE))

clients-check: $(VENV)/test.stamp ## Let others' programs make clients of the contract, and play a game by them (needs Java, npm)
	@$(call PINNED,-r requirements/generators.lock)
	$(BIN)/python clients/check.py $(ONLY)

mutants: setup ## Put 200 small faults into the code by lot: how many do the tests find? (an hour; NUMBER=20)
	$(BIN)/python -m tests.mutants $(if $(NUMBER),--number $(NUMBER))

provisions: setup ## Drop every provision of the five texts, one at a time: does the case that it names fail?
	$(BIN)/python -m tests.regulations.proof

gallery: setup ## Take pictures of every state of the pages in three engines into build/gallery (needs chromedriver)
	GALLERY=build/gallery ARBITER_EVERY_TAP=$(EVERY_TAP) $(BIN)/pytest -q tests/web/test_engines.py

lint: $(VENV)/test.stamp ## Check style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory lint-pages

# Developers and CI only: the pages are served as they are written, without a build.
lint-pages: ## Check the scripts of the pages (needs npm)
ifneq ($(shell command -v npm),)
	@[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent
	npm run --silent lint
else ifdef CI
	@echo "npm is missing: the scripts of the pages must be checked here" >&2; exit 1
else
	@echo "npm is missing: the scripts of the pages were not checked"
endif

audit: $(VENV)/test.stamp ## List licences, and look packages up among known weaknesses (needs a network)
	@$(call PINNED,-r requirements/tools.lock)
	$(BIN)/pip-licenses
	$(BIN)/pip-audit --disable-pip --require-hashes $(addprefix -r ,$(filter-out %/dictionaries.lock,$(wildcard requirements/*.lock)))

##@ Words and pages

lexicons: $(VENV)/run.stamp ## Build the lexicons anew from the dictionaries
	$(BIN)/python -m build_lexicon build --index

lexicon-report: $(VENV)/run.stamp ## Print how good the lexicons are
	$(BIN)/python -m build_lexicon build --missing
	$(BIN)/python -m build_lexicon report --games $(GAMES) $(if $(wildcard $(YARDSTICKS)),--yardsticks $(YARDSTICKS))

lexicon-tables: $(VENV)/run.stamp ## Make the figures of lexicons/README.md anew (needs YARDSTICKS)
	$(BIN)/python -m build_lexicon build --missing
	$(BIN)/python -m build_lexicon report it ca ro --games $(GAMES) --yardsticks $(YARDSTICKS) --tables lexicons/README.md

site: $(VENV)/run.stamp ## Write guides, editions, handbooks, contract and the app as pages into site/ (needs npm)
	@$(call PINNED,-r requirements/site.lock)
	@[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent
	$(BIN)/python -m docs.making site

##@ Measure

bench: $(VENV)/test.stamp ## Measure what an answer costs beside others (ROUNDS=7; with valgrind also instructions)
	@$(call PINNED,-r requirements/bench.lock)
	$(BIN)/python -m bench $(if $(ROUNDS),--rounds $(ROUNDS))

chaos: $(VENV)/test.stamp ## Break things under load and count what was wrong or lost (needs nginx, redis-server)
	$(BIN)/python -m chaos

soak: $(VENV)/test.stamp ## Ten minutes at half of the peak: does anything grow? (MINUTES=60 RATE=100)
	$(BIN)/python -m chaos.soak $(if $(MINUTES),--minutes $(MINUTES)) $(if $(RATE),--rate $(RATE))

##@ Release

locks: $(VENV)/test.stamp ## Renew the lock files (the dictionaries' is kept by hand: a recipe names its files)
	$(LOCK) pyproject.toml --extra redis --extra tls -o requirements/run.lock
	$(LOCK) pyproject.toml --extra fide -c requirements/run.lock -o requirements/fide.lock
	$(LOCK) pyproject.toml --extra test -c requirements/run.lock -o requirements/test.lock
	$(LOCK) pyproject.toml requirements/bundle.in --extra uvicorn -c requirements/run.lock -c requirements/test.lock -o requirements/bundle.lock
	$(LOCK) requirements/bench.in -c requirements/test.lock -o requirements/bench.lock
	$(LOCK) requirements/site.in -c requirements/test.lock -o requirements/site.lock
	$(LOCK) requirements/generators.in -c requirements/test.lock -o requirements/generators.lock
	$(LOCK) requirements/tools.in -c requirements/test.lock -o requirements/tools.lock
	$(LOCK) requirements/build.in -c requirements/test.lock -o requirements/build.lock

sbom: $(VENV)/test.stamp ## Write the list of parts to dist/sbom.json (CycloneDX)
	@$(call PINNED,-r requirements/tools.lock)
	@mkdir -p dist
	$(BIN)/python -W ignore -m cyclonedx_py requirements --pyproject pyproject.toml --output-reproducible -o dist/sbom.json requirements/run.lock

# A tag may be moved to another image tomorrow; a digest is the image.
TAGGED := grep -nE '^FROM |^ *(image|digest):' deploy/Dockerfile deploy/compose.yaml deploy/kubernetes/*.yaml | grep -vE 'image: arbiter$$|sha256:[0-9a-f]*[1-9a-f][0-9a-f]*$$'

release: sbom ## Write wheels, sdists, list of parts, SHA-256 and provenance into dist/ (KEY=, CERTIFICATE= to sign)
	rm -rf dist/*.whl dist/*.tar.gz dist/*.attestation build/again
	for part in . clients/python; do (cd $$part && $(CURDIR)/$(BIN)/python -m hatchling build -d $(CURDIR)/dist \
		&& $(CURDIR)/$(BIN)/python -m hatchling build -t wheel -d $(CURDIR)/build/again); done
	for wheel in dist/*.whl; do cmp "$$wheel" "build/again/$${wheel##*/}"; done
	$(BIN)/python deploy/provenance.py dist $(if $(KEY),--key $(KEY) --certificate $(CERTIFICATE))
	cd dist && sha256sum *.whl *.tar.gz *.json > SHA256SUMS
	@! $(TAGGED) || { echo "dist/ is whole, but no image may go out with it: a tag names these, write their digests down" >&2; exit 1; }

bundle: setup ## Write zips that start without a network into dist/, one a system (SYSTEM=linux-x86_64 for one)
	$(BIN)/python deploy/bundle $(SYSTEM)

clean: ## Remove what was built
	rm -rf $(VENV) build site *.egg-info lexicons/*.marisa lexicons/*.why

.PHONY: help run demo setup quick corpus fuzz halls coverage pure test gallery clients-check mutants provisions lint lint-pages lexicons lexicon-report lexicon-tables site bench chaos soak audit locks sbom release bundle clean
