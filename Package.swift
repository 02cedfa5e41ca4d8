// swift-tools-version: 6.1

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Dependencies that only a trait needs.
let server = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])
let crypto = TargetDependencyCondition.when(
    platforms: [.linux, .android, .windows, .openbsd, .wasi],  // others have CryptoKit
    traits: ["Crypto"]
)
let observability = TargetDependencyCondition.when(traits: ["Observability"])
let postgresql = TargetDependencyCondition.when(traits: ["PostgreSQL"])
let rateLimits = TargetDependencyCondition.when(traits: ["RateLimits"])
let serviceLifecycle = TargetDependencyCondition.when(traits: ["ServiceLifecycle"])
let sqlite = TargetDependencyCondition.when(traits: ["SQLite"])
let stores = TargetDependencyCondition.when(traits: ["Stores"])  // before Swift 6.2.1, a list means all of its traits
let tools = TargetDependencyCondition.when(traits: ["Tools"])
let webhooks = TargetDependencyCondition.when(traits: ["Crypto"])

// The manifests of APIs that need a reason, for the App Store. On other systems, a resource would make a module use all of
// Foundation.
#if canImport(Darwin)
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let excluded: [String] = []
#else
    let privacyManifest: [Resource] = []
    let excluded = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "NetTask",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "NetTaskRuntime", targets: ["NetTaskRuntime", "NetTaskHTTP"]),
        .library(name: "NetTaskCore", targets: ["NetTaskCore"]),
        .library(name: "NetTaskHTTP", targets: ["NetTaskHTTP"]),
        .library(name: "NetTaskStreams", targets: ["NetTaskStreams"]),
        .library(name: "NetTaskValidation", targets: ["NetTaskValidation"]),
        .library(name: "NetTaskOAuth", targets: ["NetTaskOAuth"]),
        .library(name: "NetTaskTesting", targets: ["NetTaskTesting"]),
        .library(name: "NetTaskMocks", targets: ["NetTaskMocks"]),
        .library(name: "NetTaskRecordings", targets: ["NetTaskRecordings"]),
        .library(name: "NetTaskModels", targets: ["NetTaskModels"]),
        .library(name: "NetTaskBackground", targets: ["NetTaskBackground"]),
        .library(name: "NetTaskAsyncHTTPClient", targets: ["NetTaskAsyncHTTPClient"]),
        .library(name: "NetTaskObservability", targets: ["NetTaskObservability"]),
        .library(name: "NetTaskRateLimits", targets: ["NetTaskRateLimits"]),
        .library(name: "NetTaskServiceLifecycle", targets: ["NetTaskServiceLifecycle"]),
        .library(name: "NetTaskDurable", targets: ["NetTaskDurable"]),
        .library(name: "NetTaskDurableTesting", targets: ["NetTaskDurableTesting"]),
        .library(name: "NetTaskSQLite", targets: ["NetTaskSQLite"]),
        .library(name: "NetTaskPostgreSQL", targets: ["NetTaskPostgreSQL"]),
        .library(name: "NetTaskWebhooks", targets: ["NetTaskWebhooks"]),
        .executable(name: "nettask", targets: ["nettask"]),
        .executable(name: "nettask-queue", targets: ["nettask-queue"]),
        .plugin(name: "NetTaskPlugin", targets: ["NetTaskPlugin"]),
        .plugin(name: "NetTaskCommand", targets: ["NetTaskCommand"]),
    ],
    traits: [
        .trait(name: "AsyncHTTPClient", description: "NetTaskAsyncHTTPClient: a transport for servers"),
        .trait(name: "Crypto", description: "NetTaskWebhooks: calls of servers, verified by their signatures"),
        .trait(name: "Observability", description: "NetTaskObservability: logs, metrics and traces"),
        .trait(
            name: "PostgreSQL",
            description: "NetTaskPostgreSQL: durable tasks of many machines; needs libpq",
            enabledTraits: ["Stores"]
        ),
        .trait(
            name: "RateLimits",
            description: "NetTaskRateLimits: reads RateLimit, X-RateLimit-Remaining and similar headers"
        ),
        .trait(name: "ServiceLifecycle", description: "NetTaskServiceLifecycle: queues as services of a server"),
        .trait(
            name: "SQLite",
            description: "NetTaskSQLite: durable tasks on disk; nettask-queue, which shows them",
            enabledTraits: ["Stores"]
        ),
        .trait(name: "Stores", description: "What SQLite and PostgreSQL need in common; they enable it"),
        .trait(
            name: "Tools",
            description: "nettask call, mock and test: requests by a spec, and servers for specs",
            enabledTraits: ["AsyncHTTPClient", "Crypto"]
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.26.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
    ],
    targets: [
        .target(
            name: "NetTaskSystem",
            exclude: excluded,
            resources: privacyManifest,
            swiftSettings: swiftSettings
        ),
        .target(name: "NetTaskBase", dependencies: ["NetTaskSystem"], swiftSettings: swiftSettings),
        .target(name: "NetTaskCore", dependencies: ["NetTaskBase", "NetTaskSystem"], swiftSettings: swiftSettings),
        .target(
            name: "NetTaskPacking",
            dependencies: ["NetTaskBase", "NetTaskSystem", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskHTTP",
            dependencies: [
                "NetTaskCore",
                "NetTaskPacking",
                "NetTaskSystem",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: excluded,
            resources: privacyManifest,
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskURLSession",
            dependencies: ["NetTaskHTTP", "NetTaskSystem", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskRuntime",
            dependencies: ["NetTaskHTTP", "NetTaskURLSession"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskStreams",
            dependencies: ["NetTaskHTTP", "NetTaskSystem", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskValidation",
            dependencies: ["NetTaskHTTP", "NetTaskSystem"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskOAuth",
            dependencies: [
                "NetTaskBase",
                "NetTaskHTTP",
                "NetTaskSystem",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskTesting",
            dependencies: [
                "NetTaskHTTP",
                .target(name: "NetTaskWebhooks", condition: webhooks),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskRecordings",
            dependencies: [
                "NetTaskBase", "NetTaskHTTP", "NetTaskSystem", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskMocks",
            dependencies: ["NetTaskBase", "NetTaskHTTP", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskAsyncHTTPClient",  // empty without its trait
            dependencies: [
                "NetTaskHTTP",
                "NetTaskSystem",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOFoundationEssentialsCompat", package: "swift-nio", condition: server),
                .product(name: "NIOHPACK", package: "swift-nio-http2", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: server),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskObservability",  // only a logger of requests without its trait
            dependencies: [
                "NetTaskHTTP",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: observability),
                .product(name: "Metrics", package: "swift-metrics", condition: observability),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskRateLimits",  // empty without its trait
            dependencies: [
                "NetTaskHTTP",
                "NetTaskSystem",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "RawStructuredFieldValues",
                    package: "swift-http-structured-headers",
                    condition: rateLimits
                ),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskWebhooks",  // empty without its trait
            dependencies: [
                "NetTaskHTTP",
                "NetTaskSystem",
                .product(name: "Crypto", package: "swift-crypto", condition: crypto),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskDurable",
            dependencies: [
                "NetTaskCore",
                "NetTaskHTTP",
                "NetTaskPacking",
                "NetTaskSystem",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serviceLifecycle),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskServiceLifecycle",  // empty without its trait
            dependencies: [
                "NetTaskHTTP",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serviceLifecycle),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskSQLite",  // empty without its trait
            dependencies: [
                "NetTaskCore",
                "NetTaskDurable",
                .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: sqlite),
            ],
            exclude: excluded,
            resources: privacyManifest,
            swiftSettings: swiftSettings
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "NetTaskPostgreSQL",  // empty without its trait
            dependencies: [
                "NetTaskCore",
                "NetTaskDurable",
                .target(name: "CPostgreSQL", condition: postgresql),
            ],
            exclude: ["Store/Migrations"],  // Scripts/embed-files writes them into Migrations.swift
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskDurableTesting",
            dependencies: ["NetTaskCore", "NetTaskDurable"],
            swiftSettings: swiftSettings
        ),
        .target(  // for apps
            name: "NetTaskModels",
            dependencies: ["NetTaskHTTP"],
            swiftSettings: swiftSettings
        ),
        .target(  // without public declarations except on iOS and tvOS
            name: "NetTaskBackground",
            dependencies: ["NetTaskCore", "NetTaskDurable"],
            swiftSettings: swiftSettings
        ),
        .target(name: "NetTaskTerminal", swiftSettings: swiftSettings),  // the output of the tools on terminals
        .executableTarget(
            name: "nettask-queue",  // does nothing without the trait of a store
            dependencies: [
                "NetTaskDurable",
                "NetTaskPostgreSQL",
                "NetTaskHTTP",
                "NetTaskSQLite",
                "NetTaskTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: stores),
            ],
            swiftSettings: swiftSettings
        ),
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(
            name: "NetTaskSpec",
            dependencies: ["CYAML"],
            exclude: ["Diagnostics/Codes"],  // Scripts/embed-files writes the pages into CodePages.swift
            swiftSettings: swiftSettings
        ),
        .target(  // a separate target, because generating code does not need it
            name: "NetTaskComparison",
            dependencies: ["NetTaskSpec"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskGenerator",
            dependencies: ["NetTaskSpec"],
            swiftSettings: swiftSettings
        ),
        .target(name: "NetTaskImport", dependencies: ["NetTaskSpec"], swiftSettings: swiftSettings),
        .target(  // for authors of specs: the schema, the export of templates, packages of clients
            name: "NetTaskAuthoring",
            dependencies: ["NetTaskGenerator", "NetTaskSpec", "NetTaskTerminal"],
            swiftSettings: swiftSettings
        ),
        .target(  // the only target that uses both specs and the runtime
            name: "NetTaskInterpreter",
            dependencies: [
                "NetTaskHTTP",
                "NetTaskSpec",
                "NetTaskStreams",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "nettask",
            dependencies: [
                "NetTaskAuthoring",
                "NetTaskBase",
                "NetTaskComparison",
                "NetTaskGenerator",
                "NetTaskImport",
                .target(name: "NetTaskAsyncHTTPClient", condition: tools),
                .target(name: "NetTaskInterpreter", condition: tools),
                .target(name: "NetTaskMocks", condition: tools),
                .target(name: "NetTaskHTTP", condition: tools),
                .target(name: "NetTaskOAuth", condition: tools),
                .target(name: "NetTaskStreams", condition: tools),
                .target(name: "NetTaskTesting", condition: tools),
                .target(name: "NetTaskWebhooks", condition: tools),
                "NetTaskTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: tools),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: tools),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "nettask-generate",  // the tool of the build plugin, with as little to compile as possible
            dependencies: ["NetTaskGenerator", "NetTaskSpec"],
            swiftSettings: swiftSettings
        ),
        .plugin(name: "NetTaskPlugin", capability: .buildTool(), dependencies: ["nettask-generate"]),
        .plugin(
            name: "NetTaskCommand",
            capability: .command(
                intent: .custom(verb: "generate-nettasks", description: "Writes the Swift for the specs of targets."),
                permissions: [.writeToPackageDirectory(reason: "It writes Swift into the folders of targets.")]
            ),
            dependencies: ["nettask-generate"]
        ),
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .target(
            name: "EarlierStores",  // stores of earlier versions, for tests
            dependencies: [
                "NetTaskDurable",
                "NetTaskRuntime",
                "NetTaskStreams",
                "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/EarlierStores",
            exclude: ["record"],
            resources: [.copy("Stores")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskRuntimeTests",
            dependencies: [
                "NetTaskCore",
                "NetTaskDurable",  // deep values are stored, too
                "NetTaskPacking",
                "NetTaskRuntime",
                "NetTaskSystem",
                "NetTaskTesting",
                "CAllocationCounter",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.copy("JSON/Fixtures")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskStreamsTests",
            dependencies: [
                "NetTaskRuntime",
                "NetTaskStreams",
                "NetTaskTesting",
                "CAllocationCounter",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskAsyncHTTPClientTests",  // empty without the trait
            dependencies: [
                "NetTaskAsyncHTTPClient",
                "NetTaskRuntime",
                "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOFoundationEssentialsCompat", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskObservabilityTests",  // empty without the trait
            dependencies: [
                "NetTaskObservability",
                "NetTaskRuntime",
                "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "InMemoryLogging", package: "swift-log", condition: observability),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: observability),
                .product(name: "Logging", package: "swift-log", condition: observability),
                .product(name: "Metrics", package: "swift-metrics", condition: observability),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: observability),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskRateLimitsTests",  // empty without the trait
            dependencies: [
                "NetTaskRateLimits",
                "NetTaskRuntime",
                "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskDurableTests",
            dependencies: [
                "EarlierStores",
                "NetTaskDurable",
                "NetTaskDurableTesting",
                "NetTaskRuntime",
                "NetTaskSQLite",
                "NetTaskStreams",
                "NetTaskTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskPostgreSQLTests",  // empty without the trait
            dependencies: [
                "EarlierStores",
                "NetTaskDurable",
                "NetTaskDurableTesting",
                "NetTaskPostgreSQL",
                "NetTaskRuntime",
                "NetTaskTesting",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskServiceLifecycleTests",  // empty without the trait
            dependencies: [
                "NetTaskDurable",
                "NetTaskRuntime",
                "NetTaskServiceLifecycle",
                "NetTaskSQLite",
                "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: serviceLifecycle),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serviceLifecycle),
                .product(
                    name: "ServiceLifecycleTestKit",
                    package: "swift-service-lifecycle",
                    condition: serviceLifecycle
                ),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskModelsTests",
            dependencies: [
                "NetTaskModels", "NetTaskRuntime", "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskBackgroundTests",
            dependencies: [
                "NetTaskBackground", "NetTaskDurable", "NetTaskDurableTesting", "NetTaskRuntime", "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskTestingTests",
            dependencies: ["NetTaskRuntime", "NetTaskTesting"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskSpecTests",
            dependencies: ["NetTaskAuthoring", "NetTaskSpec"],
            resources: [.copy("Fixtures")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskComparisonTests",
            dependencies: ["NetTaskComparison", "NetTaskSpec"],
            exclude: ["Fixtures"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskImportTests",
            dependencies: ["NetTaskGenerator", "NetTaskImport", "NetTaskSpec"],
            resources: [.copy("Fixtures")],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "NetTaskTerminalTests", dependencies: ["NetTaskTerminal"], swiftSettings: swiftSettings),
        .testTarget(
            name: "NetTaskRecordingsTests",
            dependencies: [
                "NetTaskBase",
                "NetTaskRecordings",
                "NetTaskStreams",
                "NetTaskTesting",
                "NetTaskURLSession",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Recordings"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskInterpreterTests",
            dependencies: [
                "NetTaskGenerator",  // compared with the interpreter
                "NetTaskInterpreter",
                "NetTaskRuntime",
                "NetTaskSpec",
                "NetTaskStreams",  // for generated code with streams
                "NetTaskTesting",
                "NetTaskValidation",  // for generated code with constraints
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Twin"],  // compiled beside generated code
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "nettaskTests",  // runs the command that was built with it
            dependencies: [
                "NetTaskRuntime",  // for generated code
                "NetTaskWebhooks",  // reads the webhooks of mocks
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskGeneratorTests",
            dependencies: [
                "NetTaskAuthoring",
                "NetTaskComparison",
                "NetTaskDurable",  // for generated durable tasks
                "NetTaskGenerator",
                "NetTaskRuntime",  // for generated code
                "NetTaskStreams",  // for generated streams
                "NetTaskValidation",  // for generated constraints
                "NetTaskWebhooks",  // for generated webhooks
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Clashes.nettask.yaml", "Snippets"],
            swiftSettings: swiftSettings
        ),
    ]
)

// SwiftPM builds the tool of a plugin even for a command that needs no target with the plugin. Therefore the test targets with the
// plugin exist only if the environment requests tests: NETTASK_TESTS is `default` (without traits), `all` (with all traits), or
// the names of test targets, separated by commas, so that no others are built.
if let tests = Context.environment["NETTASK_TESTS"] {
    package.targets.append(
        .testTarget(
            name: "GeneratedCodeTests",  // compiles and runs the code that the plugin generates
            dependencies: [
                "NetTaskDurable",
                "NetTaskRuntime",
                "NetTaskStreams",
                "NetTaskTesting",
                "NetTaskValidation",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            exclude: ["Specs/nettask.schema.json"],
            swiftSettings: swiftSettings,
            plugins: ["NetTaskPlugin"]
        )
    )
    package.targets.append(
        .testTarget(
            name: "NetTaskMocksTests",
            dependencies: [
                "NetTaskGenerator",  // writes the descriptions
                "NetTaskInterpreter",  // reads made values like a client
                "NetTaskMocks",
                "NetTaskSpec",
                "NetTaskStreams",
                "NetTaskTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings,
            plugins: ["NetTaskPlugin"]
        )
    )
    package.targets.append(
        .testTarget(
            name: "NetTaskOAuthTests",
            dependencies: [
                "NetTaskOAuth",
                "NetTaskRuntime",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings,
            plugins: ["NetTaskPlugin"]
        )
    )
    package.targets.append(
        .testTarget(
            name: "NetTaskWebhooksTests",  // with the trait Crypto
            dependencies: [
                "NetTaskRuntime",
                "NetTaskTesting",
                "NetTaskWebhooks",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings,
            plugins: ["NetTaskPlugin"]
        )
    )
    package.targets.append(
        .testTarget(
            name: "DocumentationTests",  // compiles and runs the Swift and the specs of the articles
            dependencies: [
                "NetTaskAsyncHTTPClient",
                "NetTaskBackground",
                "NetTaskCore",
                "NetTaskDurable",
                "NetTaskDurableTesting",
                "NetTaskMocks",
                "NetTaskModels",
                "NetTaskObservability",
                "NetTaskPostgreSQL",
                "NetTaskRateLimits",
                "NetTaskRecordings",
                "NetTaskRuntime",
                "NetTaskServiceLifecycle",
                "NetTaskSpec",
                "NetTaskSQLite",
                "NetTaskStreams",
                "NetTaskTesting",
                "NetTaskValidation",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: observability),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serviceLifecycle),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: serviceLifecycle),
            ],
            exclude: ["Snippets/Recordings"],
            swiftSettings: swiftSettings,
            plugins: ["NetTaskPlugin"]
        )
    )
    // These targets test modules that are empty without a trait.
    let traitTests = [
        "NetTaskAsyncHTTPClientTests", "NetTaskObservabilityTests", "NetTaskPostgreSQLTests", "NetTaskRateLimitsTests",
        "NetTaskServiceLifecycleTests", "NetTaskWebhooksTests",
    ]
    let names = Set(tests.split(separator: ",").map(String.init))
    package.targets.removeAll { target in
        switch tests {
        case "all": false
        case "default": traitTests.contains(target.name)
        default: target.type == .test && !names.contains(target.name)
        }
    }
}

// For the fuzzers of specs and of the import: their package can use only products of this one.
if Context.environment["NETTASK_FUZZING"] != nil {
    package.products += [
        .library(name: "NetTaskGenerator", targets: ["NetTaskSpec", "NetTaskGenerator"]),
        .library(name: "NetTaskImport", targets: ["NetTaskSpec", "NetTaskImport"]),
    ]
}
