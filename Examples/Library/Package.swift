// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Library",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "NetTask", path: "../..")],
    targets: [
        .executableTarget(
            name: "library",
            dependencies: [
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskTesting", package: "NetTask"),
            ],
            path: "Sources/Library",
            plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")]
        )
    ]
)
