// swift-tools-version: 6.1

// Apart from Benchmarks, so that the gate compiles only the code that is counted: no transport, no database, no peers.
// `Scripts/bench-compare` builds it. The front end is not a product of NetTask unless NETTASK_FUZZING is set, and imports are
// testable: the flags are those of `Fuzzing/run`.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Instructions",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "NetTask", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    ],
    targets: [
        // The calibration, and the function whose instructions callgrind counts.
        .target(name: "Rows", swiftSettings: swiftSettings),
        // Imports, checks and generates. It also generates the client that the other program measures.
        .executableTarget(
            name: "spec-rows",
            dependencies: [
                "Rows",
                .product(name: "NetTaskGenerator", package: "NetTask"),
                .product(name: "NetTaskImport", package: "NetTask"),
                .product(name: "NetTaskStreams", package: "NetTask"),  // not used: it is compiled at the same time
            ],
            path: "Sources/SpecRows",
            swiftSettings: swiftSettings
        ),
        // Parses, packs, writes, cuts events, and applies the rules of the queue. `Data` has links to the data of Benchmarks.
        // `Rules` has links to the rules: they are generic, and the compiler specializes them only in the module that they are
        // in, as it does in the library. They see the rest of NetTaskCore by the flag.
        .executableTarget(
            name: "client-rows",
            dependencies: [
                "Rows",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NetTaskCore", package: "NetTask"),
                .product(name: "NetTaskRuntime", package: "NetTask"),
                .product(name: "NetTaskStreams", package: "NetTask"),
            ],
            path: "Sources/ClientRows",
            swiftSettings: swiftSettings + [
                .unsafeFlags(["-Xfrontend", "-testable-import-module", "-Xfrontend", "NetTaskCore"])
            ]
        ),
    ]
)
