# `make run` shows NetTask at work; `make test` tests it. They install libyaml, and for the tests libpq, if they are missing.

SWIFT ?= swift
# More arguments for the tests' build, such as `make test FLAGS="-Xswiftc -warnings-as-errors"`.
FLAGS ?=
TRAITS = --traits AsyncHTTPClient,Crypto,Observability,PostgreSQL,RateLimits,ServiceLifecycle,SQLite,Tools
ON_THE_WIRE = Conformance|NetTaskAsyncHTTPClientTests|HTTPLoopbackServerTests
SOURCES = Package.swift Sources Tests Plugins Examples/Package.swift Examples/Sources \
	$(foreach example,Library Outbox Relay Workers,Examples/$(example)/Package.swift Examples/$(example)/Sources) \
	Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Speed \
	Benchmarks/Tools/Package.swift Benchmarks/Tools/Sources Benchmarks/Tools/Tests \
	Benchmarks/Instructions/Package.swift Benchmarks/Instructions/Sources \
	Fuzzing/Package.swift Fuzzing/Sources Fuzzing/openapi

.PHONY: run test install docs artifactbundle lint format clean libyaml libpq bench bench-speed bench-http bench-durable \
	bench-postgresql bench-import bench-cold bench-compile bench-rebuild bench-size bench-report bench-compare

# The last build goes without SwiftPM's cache, which does not see files that are new in the package above.
run: libyaml
	$(SWIFT) build --product nettask
	$$($(SWIFT) build --show-bin-path)/nettask generate Specs --output Examples/Sources/Clients
	$(SWIFT) build --package-path Examples --disable-build-manifest-caching
	$$($(SWIFT) build --package-path Examples --show-bin-path)/posts $(ARGUMENTS)
	$$($(SWIFT) build --package-path Examples --show-bin-path)/weather

# What sends a lot over real sockets comes last and for itself: on a small machine it would keep the others waiting. All tests at
# once would wait for each other, too, until a timeout of one has passed, and have more files open than many systems allow.
test: export NETTASK_TESTS := 1
test: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 6
test: libyaml libpq
	$(SWIFT) test --disable-xctest $(TRAITS) $(FLAGS) --skip '$(ON_THE_WIRE)|NetTaskPostgreSQLTests'
	$(SWIFT) test --disable-xctest $(TRAITS) $(FLAGS) --skip-build --filter '$(ON_THE_WIRE)'
	@if Scripts/with-postgresql --find >/dev/null 2>&1; then \
		NETTASK_POSTGRESQL_FSYNC=off Scripts/with-postgresql \
			$(SWIFT) test --disable-xctest $(TRAITS) $(FLAGS) --skip-build --filter NetTaskPostgreSQLTests; \
	else \
		echo "The tests of NetTaskPostgreSQL were skipped: there is no server. Scripts/install-postgresql installs one."; \
	fi
	$(SWIFT) test --disable-xctest --package-path Benchmarks/Tools $(FLAGS)
	Scripts/check-schema

# The tools and their completions for bash, zsh and fish, into bin and share of PREFIX.
PREFIX ?= /usr/local

install: libyaml
	$(SWIFT) build --configuration release --product nettask --traits SQLite,Tools
	$(SWIFT) build --configuration release --product nettask-queue --traits SQLite,Tools
	Scripts/install-tools "$$($(SWIFT) build --configuration release --show-bin-path)" "$(PREFIX)"

# The site, for a server of static files: DOCS=folder, DOCS_PATH=what stands before /documentation in its addresses. Its address
# alone leads to the first page of NetTask, and the page of all modules is a list, since cards without pictures are grey.
DOCS ?= .build/site
DOCS_PATH ?=
DOCS_TARGETS = nettask NetTaskRuntime NetTaskStreams NetTaskTesting NetTaskDurable NetTaskDurableTesting \
	NetTaskSQLite NetTaskPostgreSQL NetTaskAsyncHTTPClient NetTaskObservability NetTaskServiceLifecycle NetTaskWebhooks \
	NetTaskRateLimits NetTaskModels

docs: export NETTASK_DOCS := 1
docs: libyaml libpq
	mkdir -p $(DOCS)
	$(SWIFT) package --allow-writing-to-directory $(DOCS) generate-documentation \
		$(DOCS_TARGETS:%=--target %) --symbol-graph-minimum-access-level public \
		--enable-experimental-combined-documentation --transform-for-static-hosting \
		$(if $(DOCS_PATH),--hosting-base-path $(DOCS_PATH)) --warnings-as-errors --output-path $(DOCS)
	sed 's/"detailedGrid"/"list"/' $(DOCS)/data/documentation.json >$(DOCS)/list
	mv $(DOCS)/list $(DOCS)/data/documentation.json
	echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/nettask/"><title>NetTask</title>' \
		>$(DOCS)/index.html

# The tools of the plugins, built for a release. BUNDLE=folder adds this machine's to a bundle of another machine.
artifactbundle: libyaml
	SWIFT=$(SWIFT) Scripts/make-artifactbundle $(BUNDLE)

# All parts, and the report of them. README.md of Benchmarks says what PEERS, DOCUMENTS, SOG and CREATE_API are.
BUILD_BENCHMARKS = $(SWIFT) build --package-path Benchmarks --configuration release --disable-build-manifest-caching
BENCHMARKS = Benchmarks/.build/release
TOOLS = Benchmarks/Tools/.build/release
bench bench-%: export RESULTS := $(CURDIR)/Benchmarks/.build/results
bench bench-%: export override PEERS := $(abspath $(PEERS))
bench bench-%: export override DOCUMENTS := $(abspath $(DOCUMENTS))
bench bench-%: export override SOG := $(abspath $(SOG))
bench bench-%: export override CREATE_API := $(abspath $(CREATE_API))
bench bench-%: export SWIFT := $(SWIFT)

bench:
	rm -rf Benchmarks/.build/results
	$(MAKE) bench-speed
	$(MAKE) bench-http
	$(MAKE) bench-durable
	$(MAKE) bench-import
	$(MAKE) bench-cold
	$(MAKE) bench-compile
	$(MAKE) bench-rebuild
	$(MAKE) bench-size
	$(MAKE) bench-report

bench-speed: libyaml
	$(BUILD_BENCHMARKS)
	$(SWIFT) package --quiet --package-path Benchmarks --allow-writing-to-package-directory \
		benchmark --format jmh --path $(CURDIR)/Benchmarks/.build/speed --quiet --no-progress
	$(BENCHMARKS)/speed-figures Benchmarks/.build/speed/Current_run.jmh.json \
		$(BENCHMARKS)/first-parse $(BENCHMARKS)/queue-memory

bench-http: libyaml
	for product in http-server http-cost http-memory; do $(BUILD_BENCHMARKS) --product $$product || exit 1; done
	$(BENCHMARKS)/http-cost
	$(BENCHMARKS)/http-memory

bench-durable:
	$(BUILD_BENCHMARKS) --product durable-cost
	$(BENCHMARKS)/durable-cost
	$(MAKE) bench-postgresql

# Where there is a server. It is built apart, with another set of the package's traits.
PEER_QUEUES = Benchmarks/.build/peer-queues
bench-postgresql: export BENCH_POSTGRESQL := 1
bench-postgresql:
	@if ! Scripts/with-postgresql --find >/dev/null 2>&1; then \
		echo "Left out, since there is no PostgreSQL server: Scripts/install-postgresql"; \
	else \
		Scripts/install-libpq && \
		python3 -m venv $(PEER_QUEUES) && \
		$(PEER_QUEUES)/bin/pip install --quiet --requirement Benchmarks/Peers/postgresql/requirements.txt && \
		$(BUILD_BENCHMARKS) --product postgresql-cost --scratch-path Benchmarks/.build/postgresql && \
		PATH="$$(Scripts/with-postgresql --find):$$PATH" Scripts/with-postgresql \
			Benchmarks/.build/postgresql/release/postgresql-cost $(PEER_QUEUES)/bin/python; \
	fi

bench-cold bench-compile bench-rebuild bench-size bench-import: bench-%: libyaml
	$(SWIFT) build --package-path Benchmarks/Tools --configuration release --product build-cost
	$(TOOLS)/build-cost $*

# Of what the parts have handed over last.
bench-report:
	$(SWIFT) build --package-path Benchmarks/Tools --configuration release --product bench-report
	$(TOOLS)/bench-report Benchmarks/.build/results Benchmarks Benchmarks/Package.resolved

# Counts instructions, and compares them with those of Benchmarks/INSTRUCTIONS.md. BASE=commit counts those of a commit, too;
# RECORD=reason writes what has changed into the table.
bench-compare: libyaml
	@Scripts/install-valgrind
	@Scripts/bench-compare $(if $(BASE),--base '$(BASE)') $(if $(RECORD),--record '$(subst ','\'',$(RECORD))')

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format:
	$(SWIFT) format format --in-place --parallel --recursive $(SOURCES)

clean:
	$(SWIFT) package clean
	$(SWIFT) package --package-path Examples clean
	$(SWIFT) package --package-path Benchmarks clean
	$(SWIFT) package --package-path Benchmarks/Tools clean
	$(SWIFT) package --package-path Benchmarks/Instructions clean
	$(SWIFT) package --package-path Fuzzing clean

libyaml:
	@Scripts/install-libyaml

libpq:
	@Scripts/install-libpq
