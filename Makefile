# `make help` lists the targets. Everything is installed into .venv and clients/web/node_modules.
# Files named .installed are stamps: they are out of date when a dependency is newer.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
PY := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Use ccache if it is installed.
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
endif
# Otherwise each server and command that a test starts would compile its modules again.
unexport PYTHONDONTWRITEBYTECODE

CORE := $(shell find engines/core engines/games -path engines/core/tests -prune -o \( -name '*.hpp' -o -name '*.cpp' -o -name '*.inc' -o -name '*.toml' -o -name '*.in' -o -name '*.cmake' \
	-o -name CMakeLists.txt \) -print)
PAGE := $(shell find clients/web -name node_modules -prune -o -type f -print)
STATIC := server/zeitnot_server/web/static/index.html
# Search for the files with this mark, so that no list has to be updated.
CHECKS = $(shell grep -rl --include='test_*.py' 'mark\.compiles' tests | sort)
CXX_FILES = find engines/core engines/games tests/games -name '*.hpp' -o -name '*.cpp'

# A stamp has the time of its build's start, so that files edited during the build are newer.
BEGIN = begun=$$(date +%s.%N)
STAMP = touch -d "@$$begun" $@

# Targets without a dot or a slash are not files.
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

install: .venv/.installed $(STATIC)  ## build and install everything into .venv

# CMake and Ninja come from PyPI, so that the machine only needs a compiler.
# setuptools: a test dependency has only a source distribution, which needs a newer version than Python's.
.venv/.tools: pyproject.toml
	$(BEGIN) && { test -x $(PY) || python3 -m venv .venv; } && \
	$(PY) -m pip install -q "scikit-build-core>=1.1,<2" "nanobind>=3.1,<4" cmake ninja "setuptools>=75" && \
	$(STAMP)

# The build of the native module generates its type stubs; mypy expects them beside the sources.
.venv/.installed: .venv/.tools $(CORE)
	$(BEGIN) && PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m pip install -q --no-build-isolation -e '.[dev]' && \
	cp .venv/lib/python3*/site-packages/zeitnot_engines/_core.pyi engines/zeitnot_engines/ && $(STAMP)

clients/web/node_modules/.installed: clients/web/package-lock.json
	$(BEGIN) && (cd clients/web && npm ci --no-audit --no-fund --loglevel=error) && $(STAMP)

$(STATIC): clients/web/node_modules/.installed $(PAGE)
	$(BEGIN) && (cd clients/web && npm run build --silent) && $(STAMP)

# A build with some of the games is separate from the installation, which may be out of date.
ONCE_INSTALLED = $(if $(wildcard .venv/.installed),,install)

serve: $(if $(GAMES),$(ONCE_INSTALLED) $(STATIC),install)  ## migrate the database, start server and bots, print the address (ARGS=…; GAMES=chess,go: those only)
	$(if $(GAMES),PYTHONPATH=tools $(PY) -m some_games $(GAMES)) .venv/bin/zeitnot serve $(ARGS)

game: $(ONCE_INSTALLED)  ## build and test one game (G=othello), and list its tests
	PYTHONPATH=tools $(PY) -m some_games --test $(or $(G),$(error say which game: make game G=chess))

cluster: install  ## two nodes on PostgreSQL with a standby, broker, bots, balancer; Ctrl-C stops them (ARGS=…)
	PYTHONPATH=tools $(PY) -m cluster $(ARGS)

test: install  ## all tests except those of check-whole and check-core
	.venv/bin/pytest -n 3 --dist worksteal -m "not compiles and not whole"
	cd clients/web && npm test --silent

check-whole: install  ## slow tests: browsers, starting and stopping servers, many repetitions
	.venv/bin/pytest -n 3 --dist worksteal $(shell cat tests/whole.txt)

check-core: install  ## the core under sanitizers, and the wheel; both are built in build/
	.venv/bin/pytest -n 2 -m compiles $(CHECKS)

bench-server: install  ## moves per second, latencies and broadcast, compared with baselines (ARGS=…)
	$(PY) -m benchmarks.server $(ARGS)

bench-scale: install  ## one SQLite process, then 1, 2 and 4 nodes on one PostgreSQL database (ARGS=…)
	$(PY) -m benchmarks.scale $(ARGS)

bench-page: install  ## size and start of the page, echo of a move, frames of a drag, on a simulated slow machine (ARGS=…)
	$(PY) -m benchmarks.page $(ARGS)

bench-engines: .venv/.installed  ## rules and searches compared with specialized engines (ARGS=…)
	$(PY) -m benchmarks.engines $(ARGS)

bench-solver: .venv/.installed  ## the solver on single positions (ARGS="connect4 --plies 12")
	$(PY) -m benchmarks.solver $(ARGS)

bench-strength: .venv/.installed  ## matches against other engines; takes hours, can be interrupted (ARGS=…)
	$(PY) -m benchmarks.strength $(ARGS)

bench-sprt: .venv/.installed  ## error rates and lengths of match --sprt, by simulation (ARGS=…)
	$(PY) -m benchmarks.sprt $(ARGS)

bench-trees: .venv/.installed  ## alpha-beta in uniform trees and iterative deepening, compared with the textbooks (ARGS=…)
	$(PY) -m benchmarks.trees $(ARGS)

late: .venv/.installed  ## play 500 games at 50 ms per move; no move may be late (ARGS="--games 100")
	$(PY) -m benchmarks.late $(ARGS)

lint: install  ## linters, types, formats; changes nothing
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	$(CXX_FILES) | xargs .venv/bin/clang-format --dry-run --Werror
	cd clients/web && npm run check --silent

bench-restart: .venv/.installed  ## time of a start with 10,000 open games, and of a commit beside a busy loop
	$(PY) -m benchmarks.restart

bench-door: install  ## time until 10,000 players have joined, and until 1,000 return after a restart (ARGS=…)
	$(PY) -m benchmarks.door $(ARGS)

bench-bytes: .venv/.installed  ## bytes on disk and processor time per move, by the format of the log (ARGS=…)
	$(PY) -m benchmarks.log_bytes $(ARGS)

bench-boards: .venv/.tools  ## speeds of textbook board representations and ours, as in docs/measurements/boards.md
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -G Ninja -DZEITNOT_PYTHON=OFF -DZEITNOT_CHECKS=ON \
		-S engines/core -B build/boards >/dev/null
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/boards --target board_speeds >/dev/null
	build/boards/tests/board_speeds 5

bench-go: .venv/.tools  ## playouts of Go per second, and chess's move generator for comparison
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -G Ninja -DZEITNOT_PYTHON=OFF -DZEITNOT_CHECKS=ON \
		-S engines/core -B build/boards >/dev/null
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/boards --target go_speeds >/dev/null
	build/boards/tests/go_speeds 5

bench-hands: .venv/.tools  ## hold'em hands ranked per second, and chess's move generator for comparison
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -G Ninja -DZEITNOT_PYTHON=OFF -DZEITNOT_CHECKS=ON \
		-S engines/core -B build/boards >/dev/null
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/boards --target holdem_speeds >/dev/null
	build/boards/tests/holdem_speeds 5

KILLS ?= 30
DB ?= sqlite
killtest: .venv/.installed  ## kill the server, with DB=postgresql also the database, KILLS times under load; no acknowledged move may be lost
	$(PY) -m tests.proof.killtest --kills $(KILLS) --db $(DB) $(ARGS)

FAULTS ?= 20
nemesis: .venv/.installed  ## FAULTS faults of nodes, database, broker and network under load (ARGS="--seed 1"); no acknowledged move may be lost
	$(PY) -m tests.proof.nemesis --faults $(FAULTS) $(ARGS)

CUTS ?= 1000
powercut: .venv/.installed  ## simulate CUTS power failures; no acknowledged move may be lost
	$(PY) -m tests.proof.powercut --cuts $(CUTS)

SEEDS ?= 3000
FIRST ?= 0
simulate: .venv/.installed  ## play SEEDS games with simulated faults, from seed FIRST on
	$(PY) -m tests.proof.simulation --seeds $(SEEDS) --first $(FIRST) $(ARGS)

PAIRS ?= 1000
secrecy: .venv/.installed  ## compare what a viewer receives in PAIRS pairs of games that differ only in hidden information
	$(PY) -m tests.proof.secrecy --pairs $(PAIRS)

MOVES ?= 1000
timing: .venv/.installed  ## MOVES moves of each kind with busy cores; fails if Youden's J exceeds 0.08 (ARGS="--games whist")
	$(PY) -m tests.proof.timing --moves $(MOVES) $(ARGS)

SIGNALS ?= 200
interrupts: .venv/.installed  ## SIGNALS signals at random moments of each command's work; it must end within a second (ARGS="--scenes uci")
	$(PY) -m tests.proof.interrupts --times $(SIGNALS) $(ARGS)

MB ?= 50
malformed: .venv/.installed  ## every command that reads files on malformed ones of MB megabytes: one line, exit code 2, 512 MB of memory
	$(PY) -m tests.proof.malformed --mb $(MB) $(ARGS)

SECONDS := 600
fuzz: .venv/.installed  ## every game's rules on random bytes for SECONDS in total, under sanitizers
	nice -n 10 $(PY) -m tests.proof.fuzz --seconds $(SECONDS)

perft: .venv/.installed  ## all published perft counts to their last depth; takes minutes
	$(PY) -m tests.proof.perft

mutants: .venv/.installed  ## plant faults one by one (ONLY=name); a test must catch each
	$(PY) -m tests.proof.mutants --only "$(ONLY)"

MUTANTS ?= 300
random-mutants: .venv/.installed  ## report which of MUTANTS random faults, of a fixed seed, a test catches; takes two hours
	test -f build/mutants/sample.json || $(PY) -m tests.proof.mutants.random sample --count $(MUTANTS) build/mutants
	$(PY) -m tests.proof.mutants.random run build/mutants

nightly: install  ## all tests with all repetitions, and the long proofs; takes hours
	NIGHTLY=1 $(MAKE) test check-whole check-core
	$(MAKE) perft
	NIGHTLY=1 $(MAKE) fuzz
	$(MAKE) simulate SEEDS=100000
	$(MAKE) secrecy
	$(MAKE) killtest KILLS=1000
	$(MAKE) killtest KILLS=200 DB=postgresql
	$(MAKE) killtest KILLS=200 ARGS="--play guests"
	$(MAKE) nemesis FAULTS=2000
	$(MAKE) powercut CUTS=10000
	$(MAKE) mutants

format: .venv/.installed  ## format the sources
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	$(CXX_FILES) | xargs .venv/bin/clang-format -i

docs: .venv/.installed  ## generate the reference pages and the types of the page
	$(PY) tools/generate.py

wheel: install  ## build the wheel into dist/
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m build --wheel --no-isolation

client-wheel: .venv/.tools  ## build the small wheel for bots and players, in pure Python, into dist/
	$(PY) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist ./clients

clean:  ## remove everything that was built
	rm -rf .venv build dist clients/web/node_modules server/zeitnot_server/web/static engines/zeitnot_engines/_core.pyi
