# The verbs of the day. `make run` and `make test` need nothing but Python >= 3.11, Node >= 20 and make.

# A distribution builds its Python with profiles of real work: it takes 0.85 of the time of one that was simply compiled.
PYTHON ?= $(shell for python in /usr/bin/python3 python3; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done || echo python3)
BIN := .venv/bin
# Where the surroundings forbid it (PYTHONDONTWRITEBYTECODE), every process would compile everything anew.
export PYTHONDONTWRITEBYTECODE :=
# Every processor at work (conftest.py), a file's tests together.
SPREAD := -n auto --dist loadscope
# The OpenAPI document and the types made from it are built, not committed.
TYPES := frontend/src/lib/schema.d.ts
API := $(shell find accounts bulk earnings loyalty marketplace platform tasks -name '*.py' -not -path '*/tests/*' -not -path '*/migrations/*')
SOURCES := $(shell find frontend/src templates -type f -not -path $(TYPES) 2>/dev/null) frontend/build.mjs frontend/chunks.mjs

.PHONY: run dev build check lint lint-python lint-frontend fix test test-python test-frontend test-postgres e2e bench pictures soak types check-tools
.DEFAULT_GOAL := run

run: .venv/run static/dist/manifest.json
	@exec $(BIN)/python manage.py start

dev: .venv/dev frontend/node_modules/.installed
	@exec $(BIN)/python manage.py start --dev

build: .venv/run static/dist/manifest.json

check-tools:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "É preciso Python 3.11 ou mais novo; '$(PYTHON)' é $$($(PYTHON) --version 2>&1). Indique outro: make PYTHON=python3.12"; exit 1; }
	@command -v node >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' \
		|| { echo "É preciso Node 20 ou mais novo; aqui: $$(node --version 2>/dev/null || echo nenhum)."; exit 1; }

# What is not imported is not compiled: a third of the time that installing takes.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

.venv/run: requirements.txt | check-tools
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Instalando dependências Python…"
	@$(INSTALL) -r requirements.txt
	@touch $@

.venv/dev: requirements.txt requirements-dev.txt .venv/run
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

frontend/node_modules/.installed: frontend/package-lock.json | check-tools
	@echo "Instalando dependências do frontend…"
	@cd frontend && npm ci --silent --no-audit --no-fund
	@touch $@

static/dist/manifest.json: frontend/node_modules/.installed $(SOURCES)
	@cd frontend && npm run --silent build
	@touch $@

lint:
	@$(MAKE) --no-print-directory --jobs 2 $(TYPES) static/dist/manifest.json
	@$(MAKE) --no-print-directory --jobs 2 lint-python lint-frontend

lint-python: .venv/dev
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@PYTHONPATH=platform $(BIN)/mypy .
	@$(BIN)/python manage.py makemigrations --check --dry-run >/dev/null

lint-frontend: $(TYPES)
	@cd frontend && npm run --silent check

check: .venv/dev $(TYPES)
	@.ci/check

fix: .venv/dev frontend/node_modules/.installed
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	@cd frontend && npm run --silent fix

types: $(TYPES)

$(TYPES): requirements.txt $(API) | .venv/dev frontend/node_modules/.installed
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --format openapi-json --file frontend/openapi.json
	@cd frontend && npm run --silent types

# Browser tests wait for pages more than for a processor, so all else goes on beside them; ALSO=test-postgres with it.
test:
	@$(MAKE) --no-print-directory --jobs 2 $(TYPES) static/dist/manifest.json
	@$(MAKE) --no-print-directory --jobs 2 --output-sync e2e lint-python lint-frontend test-python test-frontend $(ALSO)

test-python: .venv/dev static/dist/manifest.json $(TYPES)
	@$(BIN)/pytest -q $(SPREAD)

test-frontend: static/dist/manifest.json $(TYPES)
	@cd frontend && npm run --silent test && npm run --silent sizes

e2e: .venv/dev static/dist/manifest.json $(TYPES)
	@.ci/e2e

# Only what asks something of a database, see conftest.py; the analysis of texts is not even collected.
test-postgres: .venv/dev static/dist/manifest.json $(TYPES)
	@.ci/with-postgres $(BIN)/pytest -q $(SPREAD) -p no:randomly --ignore=bulk/analysis

# Those of both databases, each on an empty one, where there is PostgreSQL.
ON_BOTH := floods lanes load operations restore sales search wakeups

bench: .venv/dev static/dist/manifest.json
	@env -u DATABASE_URL $(BIN)/python -m bench
	@for name in $(ON_BOTH); do .ci/with-postgres $(BIN)/python -m bench $$name || exit 1; done

pictures: .venv/dev static/dist/manifest.json
	@$(BIN)/python -m bench.pictures

# Many more drawn requests, hostile texts, parallel payments and disturbed workers than in CI, a drawn year of 60,000 accounts, and
# what tests say to changes of the arithmetic of money; kills, freezes and a lying marketplace on SQLite, then on PostgreSQL where
# there is one, for new accounts and for sales: a quarter of an hour each.
STORM := $(BIN)/python -m bench.storm --workers 3

soak: .venv/dev static/dist/manifest.json
	@SOAK=1 FUZZ_EXAMPLES=100 $(BIN)/pytest -q $(SPREAD) platform/config/tests/test_fuzz.py bulk/analysis/tests/test_hostile.py bulk/tests/test_disturbances.py bulk/tests/test_disturbed_workers.py bulk/tests/test_results_recomputed.py
	@env -u DATABASE_URL $(BIN)/python -m bench.mutations
	@env -u DATABASE_URL $(STORM) --kills 150 && env -u DATABASE_URL $(STORM) --kills 100 --sales
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || [ -n "$$DATABASE_URL" ]; then \
		SOAK=1 .ci/with-postgres $(BIN)/pytest -q earnings/tests/test_concurrency.py bulk/tests/test_results_recomputed.py \
			&& .ci/with-postgres $(STORM) --kills 150 && .ci/with-postgres $(STORM) --kills 100 --sales; \
	else echo "PostgreSQL não encontrado (pacote 'postgresql' ou DATABASE_URL): só SQLite foi posto à prova."; fi
