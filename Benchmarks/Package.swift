// swift-tools-version: 6.1

import PackageDescription

// A package of the user's with more peers; `make bench PEERS=folder`. README.md says what is in it.
let peers = Context.environment["PEERS"].map { $0.isEmpty ? [] : [$0] } ?? []

// What is measured on PostgreSQL needs libpq: `make bench-postgresql`.
let hasPostgreSQL = Context.environment["BENCH_POSTGRESQL"] != nil

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(path: "Tools"),
        .package(
            name: "NetTask",
            path: "..",
            traits: hasPostgreSQL ? ["AsyncHTTPClient", "PostgreSQL", "SQLite"] : ["AsyncHTTPClient", "SQLite"]
        ),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.26.0"),
    ] + peers.map { .package(name: "Peers", path: $0) },
    targets: [
        // What is measured: the generated client, the same types as Codable, and the data.
        .target(
            name: "Subjects",
            dependencies: [
                .product(name: "Figures", package: "Tools"), .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskStreams", package: "NetTask"),
            ],
            swiftSettings: swiftSettings,
            plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")]
        ),
        // Measures. Benchmark finds its targets by the folder above them, which has to be called Benchmarks.
        .executableTarget(
            name: "Speed",
            dependencies: [
                "Subjects",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskStreams", package: "NetTask"),
            ] + peers.map { _ in .product(name: "FormPeer", package: "Peers") },
            path: "Speed",
            swiftSettings: swiftSettings + peers.map { _ in .define("PEERS") },
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Parses once, in a process that has parsed nothing before.
        .executableTarget(
            name: "first-parse",
            dependencies: ["Subjects", .product(name: "NetTaskRuntime", package: "NetTask")],
            path: "Sources/FirstParse",
            swiftSettings: swiftSettings
        ),
        // Says how much memory a waiting task takes.
        .executableTarget(
            name: "queue-memory",
            dependencies: ["Subjects", .product(name: "NetTaskRuntime", package: "NetTask")],
            path: "Sources/QueueMemory",
            swiftSettings: swiftSettings
        ),
        // What the two below talk to.
        .executableTarget(
            name: "http-server",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Sources/HTTPServer",
            swiftSettings: swiftSettings
        ),
        // Says what a request costs through a queue, beside one without.
        .executableTarget(
            name: "http-cost",
            dependencies: [
                "Subjects",
                .product(name: "Figures", package: "Tools"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NetTaskAsyncHTTPClient", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            ],
            path: "Sources/HTTPCost",
            swiftSettings: swiftSettings
        ),
        // Says how much memory a large body takes on its way.
        .executableTarget(
            name: "http-memory",
            dependencies: [
                "Subjects",
                .product(name: "Figures", package: "Tools"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NetTaskAsyncHTTPClient", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            path: "Sources/HTTPMemory",
            swiftSettings: swiftSettings
        ),
        // Says what durable tasks cost, beside GRDB alone.
        .executableTarget(
            name: "durable-cost",
            dependencies: [
                .product(name: "Figures", package: "Tools"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskSQLite", package: "NetTask"),
            ],
            path: "Sources/DurableCost",
            swiftSettings: swiftSettings
        ),
        // Hands over what Speed, first-parse and queue-memory measure.
        .executableTarget(
            name: "speed-figures",
            dependencies: ["Subjects", .product(name: "Figures", package: "Tools")],
            path: "Sources/SpeedFigures",
            swiftSettings: swiftSettings
        ),
    ]
)

if hasPostgreSQL {
    // Says what durable tasks on PostgreSQL cost, beside other queues and PostgreSQL alone.
    package.targets.append(
        .executableTarget(
            name: "postgresql-cost",
            dependencies: [
                .product(name: "Figures", package: "Tools"),
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskPostgreSQL", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            path: "Sources/PostgreSQLCost",
            swiftSettings: swiftSettings
        )
    )
}
