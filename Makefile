# `make run` shows NetTask at work; `make test` tests it. Both install libyaml first if it is missing.

SWIFT ?= swift
# More arguments for the tests' build, such as `make test FLAGS="-Xswiftc -warnings-as-errors"`.
FLAGS ?=
TRAITS = --traits AsyncHTTPClient,Durable,Observability
ON_THE_WIRE = Conformance|NetTaskAsyncHTTPClientTests|HTTPLoopbackServerTests
SOURCES = Package.swift Sources Tests Plugins Examples/Package.swift Examples/Sources \
	Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Speed \
	Fuzzing/Package.swift Fuzzing/Sources Fuzzing/openapi

.PHONY: run test artifactbundle bench bench-http bench-durable bench-compile bench-import lint format clean libyaml

# The last build goes without SwiftPM's cache, which does not see files that are new in the package above.
run: libyaml
	$(SWIFT) build --product nettask
	$$($(SWIFT) build --show-bin-path)/nettask generate Specs --output Examples/Sources/Clients
	$(SWIFT) build --package-path Examples --disable-build-manifest-caching
	$$($(SWIFT) build --package-path Examples --show-bin-path)/posts $(ARGUMENTS)
	$$($(SWIFT) build --package-path Examples --show-bin-path)/weather

# What sends a lot over real sockets comes last and for itself: on a small machine it would keep the others waiting.
test: libyaml
	$(SWIFT) test --disable-xctest $(TRAITS) $(FLAGS) --skip '$(ON_THE_WIRE)'
	$(SWIFT) test --disable-xctest $(TRAITS) $(FLAGS) --skip-build --filter '$(ON_THE_WIRE)'
	Scripts/check-schema

# The tools of the plugins, built for a release. BUNDLE=folder adds this machine's to a bundle of another machine.
artifactbundle: libyaml
	SWIFT=$(SWIFT) Scripts/make-artifactbundle $(BUNDLE)

# PEERS=folder adds a peer of the user's; see Benchmarks/README.md.
bench: export PEERS := $(abspath $(PEERS))
bench: libyaml
	$(SWIFT) build --package-path Benchmarks --configuration release --disable-build-manifest-caching
	$(SWIFT) package --quiet --package-path Benchmarks --allow-writing-to-package-directory \
		benchmark --format jmh --path $(CURDIR)/Benchmarks/.build/speed --quiet --no-progress
	Benchmarks/.build/release/speed-table Benchmarks/.build/speed/Current_run.jmh.json \
		Benchmarks/.build/release/first-parse Benchmarks/.build/release/queue-memory

bench-http: libyaml
	for product in http-server http-cost http-memory; do $(SWIFT) build --package-path Benchmarks \
		--configuration release --disable-build-manifest-caching --product $$product || exit 1; done
	Benchmarks/.build/release/http-cost
	Benchmarks/.build/release/http-memory

bench-durable:
	$(SWIFT) build --package-path Benchmarks --configuration release --disable-build-manifest-caching \
		--product durable-cost
	Benchmarks/.build/release/durable-cost

bench-compile: libyaml
	SWIFT=$(SWIFT) Benchmarks/compile-cost

# DOCUMENT=file is an OpenAPI document of the user's.
bench-import: libyaml
	SWIFT=$(SWIFT) Benchmarks/import-cost $(DOCUMENT)

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format:
	$(SWIFT) format format --in-place --parallel --recursive $(SOURCES)

clean:
	$(SWIFT) package clean
	$(SWIFT) package --package-path Examples clean
	$(SWIFT) package --package-path Benchmarks clean
	$(SWIFT) package --package-path Fuzzing clean

libyaml:
	@Scripts/install-libyaml
