// swift-tools-version: 6.1

// What needs nothing but Foundation, and so is built and tested in a moment: the figures, their report, and build-cost.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "BenchmarkTools",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Figures", targets: ["Figures"])
    ],
    targets: [
        // What each part of the benchmarks hands over.
        .target(name: "Figures", swiftSettings: swiftSettings),
        // The table, the page and the plot, as text.
        .target(name: "Report", dependencies: ["Figures"], swiftSettings: swiftSettings),
        // Reads what there is and writes the report.
        .executableTarget(
            name: "bench-report",
            dependencies: ["Figures", "Report"],
            path: "Sources/BenchReport",
            swiftSettings: swiftSettings
        ),
        // Measures what a user waits for: builds, rebuilds, imports.
        .executableTarget(
            name: "build-cost",
            dependencies: ["Figures"],
            path: "Sources/BuildCost",
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "ReportTests", dependencies: ["Figures", "Report"], swiftSettings: swiftSettings),
        .testTarget(name: "BuildCostTests", dependencies: ["build-cost"], swiftSettings: swiftSettings),
    ]
)
