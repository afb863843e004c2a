# Few verbs; `make help` lists them. Everything is installed into .venv and nowhere else.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PY := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

CORE := $(shell find engines/core -name '*.hpp' -o -name '*.cpp' -o -name 'CMakeLists.txt')
PAGE := $(shell find clients/web -path '*/node_modules' -prune -o -type f -print)
STATIC := server/zeitnot_server/web/static/index.html

.PHONY: help install serve test lint format

help:  ## list the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

install: .venv/.installed $(STATIC)  ## build all that is needed into .venv

.venv/.tools: pyproject.toml
	test -x $(PY) || python3 -m venv .venv
	$(PY) -m pip install -q "scikit-build-core>=1.1,<2" "nanobind>=3.1,<4" cmake ninja
	touch $@

.venv/.installed: .venv/.tools $(CORE)
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m pip install -q --no-build-isolation -e '.[dev]'
	touch $@

clients/web/node_modules/.installed: clients/web/package-lock.json
	cd clients/web && npm ci --no-audit --no-fund
	touch $@

$(STATIC): clients/web/node_modules/.installed $(PAGE)
	cd clients/web && npm run build
	touch $@

serve: install  ## migrate the database, start server and bots, print the address
	.venv/bin/zeitnot serve

test: install  ## every test
	.venv/bin/pytest -n 2
	cd clients/web && npm test

lint: install  ## linters, types, formats; changes nothing
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	find engines/core -name '*.hpp' -o -name '*.cpp' | xargs .venv/bin/clang-format --dry-run --Werror
	cd clients/web && npm run check

format:  ## rewrite sources in the house's form
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	find engines/core -name '*.hpp' -o -name '*.cpp' | xargs .venv/bin/clang-format -i
