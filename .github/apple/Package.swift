// swift-tools-version: 6.1

import PackageDescription

// All libraries for apps with their traits, so that one build covers them. Projects of Xcode can set traits from Xcode 26.4 on;
// a package like this one can always.
let libraries = [
    "NetTaskBackground", "NetTaskDurable", "NetTaskMocks", "NetTaskModels", "NetTaskObservability", "NetTaskRateLimits",
    "NetTaskRecordings", "NetTaskRuntime", "NetTaskSQLite", "NetTaskStreams", "NetTaskTesting", "NetTaskWebhooks",
]

let package = Package(
    name: "AppLibraries",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [.library(name: "AppLibraries", targets: ["AppLibraries"])],
    dependencies: [
        .package(name: "NetTask", path: "../..", traits: ["Crypto", "Observability", "RateLimits", "SQLite"])
    ],
    targets: [
        .target(
            name: "AppLibraries",
            dependencies: libraries.map { .product(name: $0, package: "NetTask") }
        )
    ]
)
