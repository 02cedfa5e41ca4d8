// swift-tools-version: 6.1

import PackageDescription

// A package of the user's with more peers; `make bench PEERS=folder`. README.md says what is in it.
let peers = Context.environment["PEERS"].map { $0.isEmpty ? [] : [$0] } ?? []

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "NetTask", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ] + peers.map { .package(name: "Peers", path: $0) },
    targets: [
        // What is measured: the generated client, the same types as Codable, and the data.
        .target(
            name: "Subjects",
            dependencies: [.product(name: "NetTaskRuntime", package: "NetTask")],
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
        // Makes the table of what the two above have measured.
        .executableTarget(
            name: "speed-table",
            dependencies: ["Subjects"],
            path: "Sources/SpeedTable",
            swiftSettings: swiftSettings
        ),
    ]
)
