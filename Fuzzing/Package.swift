// swift-tools-version: 6.1

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Only what runs against PostgreSQL needs libpq: `run` says so, and who builds all of it.
let hasPostgreSQL = Context.environment["NETTASK_POSTGRESQL_FAULTS"] != nil

// Built by `Fuzzing/run`, which adds the flags that testable imports and sanitizers need.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "NetTask",
            path: "..",
            traits: hasPostgreSQL ? ["AsyncHTTPClient", "PostgreSQL", "SQLite"] : ["AsyncHTTPClient", "SQLite"]
        ),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    ],
    targets: [
        // Any JSON text, read in each way there is, compared and written down.
        .target(
            name: "JSONForms",
            dependencies: [.product(name: "NetTaskRuntime", package: "NetTask")],
            swiftSettings: swiftSettings
        ),
        .executableTarget(name: "json-verdicts", dependencies: ["JSONForms"], swiftSettings: swiftSettings),
        .executableTarget(
            name: "double-check",
            dependencies: [
                .product(name: "NetTaskTesting", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        ),
        // Tasks with any params, and what they should be packed into.
        .target(
            name: "PackedTasks",
            dependencies: [
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "server-check",
            dependencies: [
                "PackedTasks",
                .product(name: "NetTaskTesting", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        // Tasks of all kinds, sent to httpbin. Its client is a link to the one in Examples.
        .executableTarget(
            name: "httpbin-check",
            dependencies: [
                "JSONForms", "PackedTasks",
                .product(name: "NetTaskAsyncHTTPClient", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        // Threads that do all there is to do to queues.
        .target(
            name: "QueueStress",
            dependencies: [
                .product(name: "NetTaskTesting", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(name: "queue-stress", dependencies: ["QueueStress"], swiftSettings: swiftSettings),
        // Exchanges that go wrong, over real sockets.
        .executableTarget(
            name: "http-faults",
            dependencies: [
                .product(name: "NetTaskAsyncHTTPClient", package: "NetTask"),
                .product(name: "NetTaskTesting", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        // Rates against servers that limit requests.
        .executableTarget(
            name: "limits-check",
            dependencies: [.product(name: "NetTaskRuntime", package: "NetTask")],
            swiftSettings: swiftSettings
        ),
        // Streams that are read more slowly than they are sent.
        .executableTarget(
            name: "slow-streams",
            dependencies: [
                .product(name: "NetTaskAsyncHTTPClient", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskStreams", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        // Processes with durable tasks, which are killed.
        .target(
            name: "DurableCheck",
            dependencies: [
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "durable-child",
            dependencies: [
                "DurableCheck",
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskDurableTesting", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskSQLite", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "durable-crash",
            dependencies: [
                "DurableCheck",
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskSQLite", package: "NetTask"),
                .product(name: "NetTaskTesting", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        ),
        // Two processes with one store.
        .executableTarget(
            name: "durable-sharing",
            dependencies: [
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskSQLite", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        ),
        // What follows is linked with libFuzzer, by `run`. A plain build does not find it.
        .target(name: "LibFuzzer", swiftSettings: swiftSettings),
        .executableTarget(
            name: "fuzz-reader",
            dependencies: [
                "JSONForms", "LibFuzzer",
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "fuzz-packer",
            dependencies: [
                "JSONForms", "LibFuzzer", "PackedTasks",
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
    ]
)

if hasPostgreSQL {
    // Runs the tasks of a database, and is killed.
    package.targets += [
        .executableTarget(
            name: "postgresql-worker",
            dependencies: [
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskPostgreSQL", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            swiftSettings: swiftSettings
        )
    ]
}

// The spec front end is a product of NetTask only for the programs that `run` builds; it sets NETTASK_FUZZING for both packages.
if Context.environment["NETTASK_FUZZING"] != nil {
    let generator: Target.Dependency = .product(name: "NetTaskGenerator", package: "NetTask")
    let importer: Target.Dependency = .product(name: "NetTaskImport", package: "NetTask")
    package.targets += [
        .executableTarget(name: "fuzz-import", dependencies: ["LibFuzzer", importer], swiftSettings: swiftSettings),
        .executableTarget(name: "fuzz-spec", dependencies: ["LibFuzzer", generator], swiftSettings: swiftSettings),
        .executableTarget(name: "spec-mutations", dependencies: [generator], swiftSettings: swiftSettings),
    ]
}
