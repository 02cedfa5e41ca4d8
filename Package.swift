// swift-tools-version: 6.1

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "NetTask",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "NetTaskRuntime", targets: ["NetTaskRuntime"]),
        .library(name: "NetTaskTesting", targets: ["NetTaskTesting"]),
        .executable(name: "nettask", targets: ["nettask"]),
        .plugin(name: "NetTaskPlugin", targets: ["NetTaskPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),  // tests only
    ],
    targets: [
        .target(
            name: "NetTaskRuntime",
            dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NetTaskTesting",
            dependencies: ["NetTaskRuntime", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(name: "NetTaskSpec", dependencies: ["CYAML"], swiftSettings: swiftSettings),
        .target(
            name: "NetTaskGenerator",
            dependencies: [
                "NetTaskSpec",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Templates")],  // a link to the top-level Templates
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "nettask",
            dependencies: [
                "NetTaskGenerator",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings
        ),
        .plugin(name: "NetTaskPlugin", capability: .buildTool(), dependencies: ["nettask"]),
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .testTarget(
            name: "NetTaskRuntimeTests",
            dependencies: [
                "NetTaskRuntime",
                "NetTaskTesting",
                "CAllocationCounter",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.copy("JSON/Fixtures")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskTestingTests",
            dependencies: ["NetTaskRuntime", "NetTaskTesting"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NetTaskSpecTests",
            dependencies: ["NetTaskSpec"],
            resources: [.copy("Fixtures")],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "nettaskTests", swiftSettings: swiftSettings),  // run the command that was built beside them
        .testTarget(
            name: "GeneratedCodeTests",  // what the plugin makes of Specs, compiled and run
            dependencies: [
                "NetTaskRuntime",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: swiftSettings,
            plugins: ["NetTaskPlugin"]
        ),
        .testTarget(
            name: "NetTaskGeneratorTests",
            dependencies: [
                "NetTaskGenerator",
                "NetTaskRuntime",  // what generated code is compiled against
            ],
            exclude: ["Clashes.nettask.yaml"],
            swiftSettings: swiftSettings
        ),
    ]
)
