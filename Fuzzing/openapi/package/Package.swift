// swift-tools-version: 6.1

import PackageDescription

// What `Fuzzing/run openapi` builds, below Fuzzing/.build.
let package = Package(
    name: "openapi-check",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "NetTask", path: "../../../..")],
    targets: [
        .target(
            name: "Imported",
            dependencies: [
                .product(name: "NetTaskOAuth", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ]
        ),
        .executableTarget(
            name: "driver",
            dependencies: [
                "Imported",
                .product(name: "NetTaskOAuth", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ]
        ),
    ]
)
