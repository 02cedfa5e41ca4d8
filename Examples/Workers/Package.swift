// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Workers",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "NetTask", path: "../..", traits: ["PostgreSQL", "SQLite"])],
    targets: [
        .executableTarget(
            name: "workers",
            dependencies: [
                .product(name: "NetTaskDurable", package: "NetTask"),
                .product(name: "NetTaskPostgreSQL", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskSQLite", package: "NetTask"),
            ],
            path: "Sources/Workers"
        )
    ]
)
