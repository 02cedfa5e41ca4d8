// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "NetTaskPrebuilt",
    products: [
        .plugin(name: "NetTaskPrebuiltPlugin", targets: ["NetTaskPrebuiltPlugin"]),
        .plugin(name: "NetTaskPrebuiltCommand", targets: ["NetTaskPrebuiltCommand"]),
    ],
    targets: [
        // `make artifactbundle` builds the tool. In the package of a release, it has a URL and a checksum.
        .binaryTarget(name: "nettask-prebuilt", path: "nettask.artifactbundle"),
        .plugin(
            name: "NetTaskPrebuiltPlugin",
            capability: .buildTool(),
            dependencies: ["nettask-prebuilt"],
            path: "Plugins/NetTaskPlugin"
        ),
        .plugin(
            name: "NetTaskPrebuiltCommand",
            capability: .command(
                intent: .custom(
                    verb: "generate-nettasks-prebuilt",  // NetTask has the command generate-nettasks
                    description: "Writes the Swift for the specs of targets."
                ),
                permissions: [.writeToPackageDirectory(reason: "It writes Swift into the folders of targets.")]
            ),
            dependencies: ["nettask-prebuilt"],
            path: "Plugins/NetTaskCommand"
        ),
    ]
)
