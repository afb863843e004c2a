# `make help` lists the targets. Everything is installed into .venv and clients/web/node_modules
# and nowhere else. Files named .installed are stamps: what they depend on is what makes them old.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
PY := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where ccache is, what was compiled once is not compiled again.
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
endif
# Tests start many servers and commands: each would compile its modules anew.
unexport PYTHONDONTWRITEBYTECODE

CORE := $(shell find engines/core engines/games -path engines/core/tests -prune -o \( -name '*.hpp' -o -name '*.cpp' -o -name '*.inc' -o -name '*.toml' -o -name '*.in' -o -name '*.cmake' \
	-o -name CMakeLists.txt \) -print)
PAGE := $(shell find clients/web -name node_modules -prune -o -type f -print)
STATIC := server/zeitnot_server/web/static/index.html
# The files with this mark are searched for, so that none is forgotten.
CHECKS = $(shell grep -rl --include='test_*.py' 'mark\.compiles' tests | sort)
CXX_FILES = find engines/core engines/games tests/games -name '*.hpp' -o -name '*.cpp'

# A stamp is as old as the start of its build: a file that was edited meanwhile is newer, and built by the next `make`.
BEGIN = begun=$$(date +%s.%N)
STAMP = touch -d "@$$begun" $@

# A target without a dot or a slash is a name, not a file.
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

install: .venv/.installed $(STATIC)  ## build all that is needed into .venv

# CMake and Ninja come from PyPI too, so that a compiler is all the machine must have.
# setuptools: a test dependency comes as source alone, and the one Python brings cannot make a wheel.
.venv/.tools: pyproject.toml
	$(BEGIN) && { test -x $(PY) || python3 -m venv .venv; } && \
	$(PY) -m pip install -q "scikit-build-core>=1.1,<2" "nanobind>=3.1,<4" cmake ninja "setuptools>=75" && \
	$(STAMP)

# The native module's types are an output of its build; mypy looks for them beside the sources.
.venv/.installed: .venv/.tools $(CORE)
	$(BEGIN) && PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m pip install -q --no-build-isolation -e '.[dev]' && \
	cp .venv/lib/python3*/site-packages/zeitnot_engines/_core.pyi engines/zeitnot_engines/ && $(STAMP)

clients/web/node_modules/.installed: clients/web/package-lock.json
	$(BEGIN) && (cd clients/web && npm ci --no-audit --no-fund --loglevel=error) && $(STAMP)

$(STATIC): clients/web/node_modules/.installed $(PAGE)
	$(BEGIN) && (cd clients/web && npm run build --silent) && $(STAMP)

# A build of some games is apart from the installation, so an old installation is enough.
ONCE_INSTALLED = $(if $(wildcard .venv/.installed),,install)

serve: $(if $(GAMES),$(ONCE_INSTALLED) $(STATIC),install)  ## migrate the database, start server and bots, print the address (ARGS=…; GAMES=chess,go: those only)
	$(if $(GAMES),PYTHONPATH=tools $(PY) -m some_games $(GAMES)) .venv/bin/zeitnot serve $(ARGS)

game: $(ONCE_INSTALLED)  ## build and test one game (G=othello), and say which tests concern it
	PYTHONPATH=tools $(PY) -m some_games --test $(or $(G),$(error say which game: make game G=chess))

cluster: install  ## two nodes on PostgreSQL with a standby, broker, bots, balancer; Ctrl-C stops them (ARGS=…)
	PYTHONPATH=tools $(PY) -m cluster $(ARGS)

test: install  ## every test but those of check-whole and check-core
	.venv/bin/pytest -n 3 --dist worksteal -m "not compiles and not whole"
	cd clients/web && npm test --silent

check-whole: install  ## browsers, whole servers that start and stop, proofs by repetition
	.venv/bin/pytest -n 3 --dist worksteal $(shell cat tests/whole.txt)

check-core: install  ## the core under sanitizers, and the wheel: both are built for it, and kept in build/
	.venv/bin/pytest -n 2 -m compiles $(CHECKS)

bench-server: install  ## moves a second, latencies, broadcast, beside yardsticks (ARGS=…)
	$(PY) -m benchmarks.server $(ARGS)

bench-scale: install  ## one SQLite process, then 1, 2 and 4 nodes on one PostgreSQL database, by turns (ARGS=…)
	$(PY) -m benchmarks.scale $(ARGS)

bench-page: install  ## bytes of the page, its start, the echo of a move, frames of a drag, on a slow machine (ARGS=…)
	$(PY) -m benchmarks.page $(ARGS)

bench-engines: .venv/.installed  ## rules and searches beside engines made for one game (ARGS=…)
	$(PY) -m benchmarks.engines $(ARGS)

bench-solver: .venv/.installed  ## the solver of single positions (ARGS="connect4 --plies 12")
	$(PY) -m benchmarks.solver $(ARGS)

bench-strength: .venv/.installed  ## matches against other engines; hours, can be interrupted (ARGS=…)
	$(PY) -m benchmarks.strength $(ARGS)

bench-trees: .venv/.installed  ## alpha-beta in uniform trees, and deepening, beside the textbooks (ARGS=…)
	$(PY) -m benchmarks.trees $(ARGS)

late: .venv/.installed  ## play 500 games at 50 ms a move; no move may be late (ARGS="--games 100")
	$(PY) -m benchmarks.late $(ARGS)

lint: install  ## linters, types, formats; changes nothing
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	$(CXX_FILES) | xargs .venv/bin/clang-format --dry-run --Werror
	cd clients/web && npm run check --silent

bench-restart: .venv/.installed  ## time a start over 10,000 open games, and a commit beside a busy loop
	$(PY) -m benchmarks.restart

bench-door: install  ## time until 10,000 players are in, and 1,000 back after a restart (ARGS=…)
	$(PY) -m benchmarks.door $(ARGS)

bench-bytes: .venv/.installed  ## bytes and processor time that a move costs on disk, by the form of the log (ARGS=…)
	$(PY) -m benchmarks.log_bytes $(ARGS)

bench-boards: .venv/.tools  ## the speeds of the textbook's boards beside ours, as in docs/measurements/boards.md
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -G Ninja -DZEITNOT_PYTHON=OFF -DZEITNOT_CHECKS=ON \
		-S engines/core -B build/boards >/dev/null
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/boards --target board_speeds >/dev/null
	build/boards/tests/board_speeds 5

bench-go: .venv/.tools  ## playouts of Go a second, beside chess's move generator
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -G Ninja -DZEITNOT_PYTHON=OFF -DZEITNOT_CHECKS=ON \
		-S engines/core -B build/boards >/dev/null
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/boards --target go_speeds >/dev/null
	build/boards/tests/go_speeds 5

bench-hands: .venv/.tools  ## hands of hold'em ranked a second, beside chess's move generator
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -G Ninja -DZEITNOT_PYTHON=OFF -DZEITNOT_CHECKS=ON \
		-S engines/core -B build/boards >/dev/null
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/boards --target holdem_speeds >/dev/null
	build/boards/tests/holdem_speeds 5

KILLS ?= 30
DB ?= sqlite
killtest: .venv/.installed  ## kill the server, with DB=postgresql the database too, KILLS times under load; nothing may be lost
	$(PY) -m tests.proof.killtest --kills $(KILLS) --db $(DB)

FAULTS ?= 20
nemesis: .venv/.installed  ## FAULTS faults of nodes, database, broker and network under load (ARGS="--seed 1"); nothing acknowledged may be lost
	$(PY) -m tests.proof.nemesis --faults $(FAULTS) $(ARGS)

CUTS ?= 1000
powercut: .venv/.installed  ## rebuild the disk as CUTS power failures would leave it; nothing acknowledged may be lost
	$(PY) -m tests.proof.powercut --cuts $(CUTS)

SEEDS ?= 3000
FIRST ?= 0
simulate: .venv/.installed  ## play SEEDS games in a rough simulated world, from seed FIRST on
	$(PY) -m tests.proof.simulation --seeds $(SEEDS) --first $(FIRST) $(ARGS)

PAIRS ?= 1000
secrecy: .venv/.installed  ## PAIRS pairs of games that differ in what a viewer may not know: it gets the same
	$(PY) -m tests.proof.secrecy --pairs $(PAIRS)

MOVES ?= 1000
timing: .venv/.installed  ## MOVES moves of each kind with all cores taken; fails if Youden's J exceeds 0.08 (ARGS="--games whist")
	$(PY) -m tests.proof.timing --moves $(MOVES) $(ARGS)

SIGNALS ?= 200
interrupts: .venv/.installed  ## SIGNALS signals at random moments of each command's work: it ends within a second (ARGS="--scenes uci")
	$(PY) -m tests.proof.interrupts --times $(SIGNALS) $(ARGS)

MB ?= 50
malformed: .venv/.installed  ## every reader of files on malformed ones of MB megabytes: one line, exit code 2, 512 MB of memory
	$(PY) -m tests.proof.malformed --mb $(MB) $(ARGS)

SECONDS := 600
fuzz: .venv/.installed  ## every game's rules on random bytes for SECONDS in all, under sanitizers
	nice -n 10 $(PY) -m tests.proof.fuzz --seconds $(SECONDS)

perft: .venv/.installed  ## every published count of paths to its last depth: some minutes
	$(PY) -m tests.proof.perft

mutants: .venv/.installed  ## plant faults one by one (ONLY=name): every one must be seen by a test
	$(PY) -m tests.proof.mutants --only "$(ONLY)"

MUTANTS ?= 300
random-mutants: .venv/.installed  ## MUTANTS random faults, of a fixed seed: which are seen by a test? two hours
	test -f build/mutants/sample.json || $(PY) -m tests.proof.mutants.random sample --count $(MUTANTS) build/mutants
	$(PY) -m tests.proof.mutants.random run build/mutants

nightly: install  ## every test with all its repetitions, and the long proofs; hours
	NIGHTLY=1 $(MAKE) test check-whole check-core
	$(MAKE) perft
	NIGHTLY=1 $(MAKE) fuzz
	$(MAKE) simulate SEEDS=100000
	$(MAKE) secrecy
	$(MAKE) killtest KILLS=1000
	$(MAKE) killtest KILLS=200 DB=postgresql
	$(MAKE) nemesis FAULTS=2000
	$(MAKE) powercut CUTS=10000
	$(MAKE) mutants

format: .venv/.installed  ## format the sources
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	$(CXX_FILES) | xargs .venv/bin/clang-format -i

docs: .venv/.installed  ## write what is generated: reference pages, types of the page
	$(PY) tools/generate.py

wheel: install  ## build the wheel into dist/
	PATH="$(CURDIR)/.venv/bin:$$PATH" $(PY) -m build --wheel --no-isolation

clean:  ## remove everything that was built
	rm -rf .venv build dist clients/web/node_modules server/zeitnot_server/web/static engines/zeitnot_engines/_core.pyi
