// swift-tools-version: 6.1

import PackageDescription

// The traits of NetTask that the examples need together, so that it is built once for all of them. `make run` disables the trait
// `All`, so that it fetches nothing for databases and servers.
let traits = ["AsyncHTTPClient", "Observability", "PostgreSQL", "SQLite", "ServiceLifecycle"]

/// A product of NetTask.
func netTask(_ name: String) -> Target.Dependency { .product(name: name, package: "NetTask") }

/// A product of a package that is fetched only for the trait `All`.
func server(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["All"]))
}

let plugin = Target.PluginUsage.plugin(name: "NetTaskPlugin", package: "NetTask")

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    traits: [
        .default(enabledTraits: ["All"]),
        .trait(name: "All", description: "What Notes, Outbox, Relay and Workers need in addition"),
    ],
    dependencies: [
        .package(
            name: "NetTask",
            path: "..",
            traits: Set(traits.map { .trait(name: $0, condition: .when(traits: ["All"])) })
        ),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    ],
    targets: [
        // A client module. In the folder Specs, `nettask generate . --output ../Examples/Sources/Clients` writes it.
        .target(name: "Clients", dependencies: [netTask("NetTaskRuntime")]),
        // Imports the client module.
        .executableTarget(name: "posts", dependencies: ["Clients", "ExampleServer", netTask("NetTaskRuntime")]),
        // Has a spec of its own, and the build plugin.
        .executableTarget(
            name: "weather",
            dependencies: ["ExampleServer", netTask("NetTaskRuntime")],
            plugins: [plugin]
        ),
        // The server of the examples, so that they need no network.
        .target(
            name: "ExampleServer",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),

        // A client of an API with an OpenAPI document.
        .executableTarget(
            name: "library",
            dependencies: [netTask("NetTaskRuntime"), netTask("NetTaskTesting")],
            path: "Library/Sources/Library",
            plugins: [plugin]
        ),
        // An app with offline writing, pages, uploads and a sign-in.
        .target(
            name: "NotesApp",
            dependencies: [
                netTask("NetTaskDurable"), netTask("NetTaskModels"), netTask("NetTaskOAuth"), netTask("NetTaskRuntime"),
                netTask("NetTaskSQLite"), netTask("NetTaskStreams"),
            ],
            path: "Notes/Sources",
            plugins: [plugin]
        ),
        .testTarget(
            name: "NotesAppTests",
            dependencies: [
                "NotesApp", netTask("NetTaskDurable"), netTask("NetTaskDurableTesting"), netTask("NetTaskRuntime"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            path: "Notes/Tests"
        ),
        // Notes that survive crashes.
        .executableTarget(
            name: "outbox",
            dependencies: [
                netTask("NetTaskDurable"), netTask("NetTaskRuntime"), netTask("NetTaskSQLite"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            path: "Outbox/Sources/Outbox",
            plugins: [plugin]
        ),
        // A server that calls another one.
        .executableTarget(
            name: "relay",
            dependencies: [
                netTask("NetTaskAsyncHTTPClient"), netTask("NetTaskHTTP"), netTask("NetTaskObservability"),
                netTask("NetTaskServiceLifecycle"),
                server("Hummingbird", "hummingbird"),
                server("InMemoryTracing", "swift-distributed-tracing"),
                server("Tracing", "swift-distributed-tracing"),
                server("Logging", "swift-log"),
                server("Metrics", "swift-metrics"),
                server("MetricsTestKit", "swift-metrics"),
            ],
            path: "Relay/Sources/Relay",
            plugins: [plugin]
        ),
        // Tasks on several machines.
        .executableTarget(
            name: "workers",
            dependencies: [
                netTask("NetTaskDurable"), netTask("NetTaskPostgreSQL"), netTask("NetTaskRuntime"),
                netTask("NetTaskSQLite"),
            ],
            path: "Workers/Sources/Workers"
        ),
    ]
)
