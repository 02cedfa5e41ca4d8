// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "NetTask", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
    ],
    targets: [
        // A client module. In the folder Specs, `nettask generate . --output ../Examples/Sources/Clients` writes it.
        .target(
            name: "Clients",
            dependencies: [.product(name: "NetTaskRuntime", package: "NetTask")]
        ),
        // Imports the client module.
        .executableTarget(
            name: "posts",
            dependencies: [
                "Clients", "ExampleServer",
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ]
        ),
        // Has a spec of its own, and the build plugin.
        .executableTarget(
            name: "weather",
            dependencies: [
                "ExampleServer",
                .product(name: "NetTaskRuntime", package: "NetTask"),
            ],
            plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")]
        ),
        // The server of the examples, so that they need no network.
        .target(
            name: "ExampleServer",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),
    ]
)
