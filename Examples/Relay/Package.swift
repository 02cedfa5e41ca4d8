// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Relay",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "NetTask", path: "../..", traits: ["AsyncHTTPClient", "Observability", "ServiceLifecycle"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "relay",
            dependencies: [
                .product(name: "NetTaskHTTP", package: "NetTask"),
                .product(name: "NetTaskAsyncHTTPClient", package: "NetTask"),
                .product(name: "NetTaskObservability", package: "NetTask"),
                .product(name: "NetTaskServiceLifecycle", package: "NetTask"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            path: "Sources/Relay",
            plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")]
        )
    ]
)
