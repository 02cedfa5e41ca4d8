// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Outbox",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "NetTask", path: "../..", traits: ["SQLite"]),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
    ],
    targets: [
        .executableTarget(
            name: "outbox",
            dependencies: [
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskSQLite", package: "NetTask"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            path: "Sources/Outbox",
            plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")]
        )
    ]
)
