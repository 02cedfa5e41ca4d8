# `make run` runs examples, and `make test` tests NetTask. They install libyaml, and for the tests libpq, if they are missing.

SWIFT ?= swift
# More arguments for the tests' build, such as `make test FLAGS="-Xswiftc -warnings-as-errors"`.
FLAGS ?=
TRAITS = --traits AsyncHTTPClient,Crypto,Observability,PostgreSQL,RateLimits,ServiceLifecycle,SQLite,Tools
WITH_PROGRAMS = (NetTaskGenerator|NetTaskImport|NetTaskInterpreter|nettask)Tests\.
ON_THE_WIRE = Conformance|GeneratedCodeTests|(ConditionalStream|CookieJar|EndlessList|FileTransfer|HostileServer)Tests|$\
	(HTTPLoopbackServer|JSONLines|Reconnection|Spool|Wire)Tests
SOURCES = Package.swift Sources Tests Plugins Examples/Package.swift Examples/Sources Examples/Notes/Tests \
	$(foreach example,Library Notes Outbox Relay Workers,Examples/$(example)/Sources) \
	Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Speed \
	Benchmarks/Tools/Package.swift Benchmarks/Tools/Sources Benchmarks/Tools/Tests \
	Benchmarks/Instructions/Package.swift Benchmarks/Instructions/Sources \
	Fuzzing/Package.swift Fuzzing/Sources Fuzzing/authentication Fuzzing/openapi Fuzzing/wire

.PHONY: run test test-all trait-tests tool-tests other-packages install docs artifactbundle release lint format clean libyaml libpq \
	bench bench-speed bench-http bench-durable bench-postgresql bench-import bench-cold bench-compile bench-rebuild bench-size bench-report \
	bench-compare

# Generates the client module of the examples with the tool that SwiftPM builds for the plugin of the first example, because another
# build of the generator would double the time. SwiftPM's cache does not see files that are new in the package above. Without the
# default traits, nothing for databases and servers is fetched.
BUILD_EXAMPLES = $(SWIFT) build --package-path Examples --disable-default-traits --disable-build-manifest-caching
run: libyaml
	@Scripts/with-progress "Building the generator and the example weather" $(BUILD_EXAMPLES) --product weather
	@$$($(BUILD_EXAMPLES) --show-bin-path)/nettask-generate-tool --folder Specs Examples/Sources/Clients
	@Scripts/with-progress "Building the example posts" $(BUILD_EXAMPLES) --product posts
	@$$($(BUILD_EXAMPLES) --show-bin-path)/posts $(ARGUMENTS)
	@$$($(BUILD_EXAMPLES) --show-bin-path)/weather

# Tests the default build and SQLite in three runs. The first has the tests that wait for another program, such as the compiler: on a
# slow machine they block all threads for longer than the timeouts of requests. The last has the tests with a real server, whose many
# sockets slow other tests down. More than six parallel tests open more files than many systems allow.
TEST ?=
SWIFT_TEST = Scripts/run-tests --target $@ $(SWIFT) test --skip-build --disable-xctest $(FLAGS)
test test-all: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := 6

test: export NETTASK_TESTS := default
test: libyaml
	@Scripts/with-progress "Building the tests" $(SWIFT) build --build-tests --traits SQLite $(FLAGS)
ifeq ($(TEST),)
	@$(SWIFT_TEST) --traits SQLite --filter '$(WITH_PROGRAMS)'
	@$(SWIFT_TEST) --traits SQLite --skip '$(WITH_PROGRAMS)|$(ON_THE_WIRE)'
	@$(SWIFT_TEST) --traits SQLite --filter '$(ON_THE_WIRE)'
	@Scripts/check-schema
else
	@$(SWIFT_TEST) --traits SQLite --filter '$(TEST)'
endif

# Tests everything: first `make test`, then the tests whose content depends on the other traits, then the tools of the benchmarks.
TRAIT_TESTS = DocumentationTests,NetTaskAsyncHTTPClientTests,NetTaskGeneratorTests,NetTaskObservabilityTests,$\
	NetTaskPostgreSQLTests,NetTaskRateLimitsTests,NetTaskServiceLifecycleTests,NetTaskWebhooksTests,nettaskTests

TRAIT_FILTER = DocumentationTests|NetTaskObservability|NetTaskRateLimits|NetTaskServiceLifecycle|NetTaskWebhooks|$\
	EmittedSwiftTests|SpecReferenceTests|CallCommandTests|CallPreviewTests|Mock[A-Za-z]*Tests

test-all: test trait-tests tool-tests

trait-tests: export NETTASK_TESTS := $(TRAIT_TESTS)
trait-tests: libpq
	@Scripts/with-progress "Building the tests of all traits" $(SWIFT) build --build-tests $(TRAITS) $(FLAGS)
ifeq ($(TEST),)
	@$(SWIFT_TEST) $(TRAITS) --filter '$(TRAIT_FILTER)'
	@$(SWIFT_TEST) $(TRAITS) --filter NetTaskAsyncHTTPClientTests
	@if Scripts/with-postgresql --find >/dev/null 2>&1; then \
		NETTASK_POSTGRESQL_FSYNC=off Scripts/with-postgresql $(SWIFT_TEST) $(TRAITS) --filter NetTaskPostgreSQLTests; \
	else \
		echo "Skipped NetTaskPostgreSQLTests: no PostgreSQL server is installed. To install one: Scripts/install-postgresql"; \
	fi
else
	@$(SWIFT_TEST) $(TRAITS) --filter '$(TEST)'
endif

tool-tests:
	$(SWIFT) test --disable-xctest --package-path Benchmarks/Tools $(FLAGS)

# Builds the fuzzers and the benchmarks, which no step of the gate runs. They compile NetTask again, for several minutes.
other-packages: libyaml
	for target in json-verdicts double-check fuzz-reader fuzz-packer; do \
		$(SWIFT) build --package-path Fuzzing --target $$target || exit 1; done
	for target in fuzz-spec fuzz-import spec-mutations; do \
		NETTASK_FUZZING=1 $(SWIFT) build --package-path Fuzzing --target $$target || exit 1; done
	for target in Speed speed-figures durable-cost; do $(SWIFT) build --package-path Benchmarks --target $$target || exit 1; done

# Installs the tools and their completions for bash, zsh and fish into bin and share of PREFIX.
PREFIX ?= /usr/local

install: libyaml
	$(SWIFT) build --configuration release --product nettask --traits SQLite,Tools
	$(SWIFT) build --configuration release --product nettask-queue --traits SQLite,Tools
	Scripts/install-tools "$$($(SWIFT) build --configuration release --show-bin-path)" "$(PREFIX)"

# Builds the documentation of all modules for a server of static files. DOCS is its folder, and DOCS_PATH the part of its
# addresses before /documentation.
DOCS ?= .build/site
DOCS_PATH ?=
docs: libyaml libpq
	@Scripts/with-progress "Building NetTask" $(SWIFT) build $(TRAITS) $(FLAGS)
	@Scripts/make-docs "$$($(SWIFT) build $(TRAITS) --show-bin-path)" $(DOCS) $(DOCS_PATH)

# Builds the tool of the package Plugins/Prebuilt. BUNDLE=folder adds the tool for this machine to a bundle of another machine.
artifactbundle: libyaml
	SWIFT=$(SWIFT) Scripts/make-artifactbundle $(BUNDLE)

# Makes a release: see CONTRIBUTING.md. BUNDLES are the artifact bundles of other machines.
release: libyaml
	@SWIFT=$(SWIFT) Scripts/release "$(VERSION)" "$(URL)" $(BUNDLES)

# Runs all parts, and writes the report. Benchmarks/README.md explains PEERS, DOCUMENTS, SOG and CREATE_API.
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

# Runs on one core, so that the scheduler of the system adds no costs.
PINNED = $(if $(shell command -v taskset),taskset -c 0)
bench-http: libyaml
	for product in http-server http-cost http-memory; do $(BUILD_BENCHMARKS) --product $$product || exit 1; done
	$(PINNED) $(BENCHMARKS)/http-cost
	$(BENCHMARKS)/http-memory

bench-durable:
	$(BUILD_BENCHMARKS) --product durable-cost
	$(BENCHMARKS)/durable-cost
	$(MAKE) bench-postgresql

# Needs a PostgreSQL server. This part is built separately, with other traits of the package.
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

# Writes the report of the latest results of the parts.
bench-report:
	$(SWIFT) build --package-path Benchmarks/Tools --configuration release --product bench-report
	$(TOOLS)/bench-report Benchmarks/.build/results Benchmarks Benchmarks/Package.resolved README.md

# Counts instructions, and compares them with those of Benchmarks/INSTRUCTIONS.md. BASE=commit also counts that commit.
# RECORD=reason writes the changed values into the table.
bench-compare: libyaml
	@Scripts/install-valgrind
	@Scripts/bench-compare $(if $(BASE),--base '$(BASE)') $(if $(RECORD),--record '$(subst ','\'',$(RECORD))')

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	Scripts/check-words

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
