import Foundation

/// NetTask or its peer, with the contents of a package that uses it.
struct Side {
    let name: String
    /// Short, for folders and logs.
    let id: String
    var dependencies: [String]
    /// The products that apps depend on.
    var runtime: String
    var plugin: String
    /// The `main.swift` of an app without a client.
    let emptyApp: String

    static func netTask(_ settings: Settings) -> Side {
        Side(
            name: "NetTask",
            id: "nettask",
            dependencies: [".package(name: \"NetTask\", path: \"\(settings.checkout.path)\")"],
            runtime: ".product(name: \"NetTaskRuntime\", package: \"NetTask\")",
            plugin: ".plugin(name: \"NetTaskPlugin\", package: \"NetTask\")",
            emptyApp: "import NetTaskRuntime\n\nprint(HTTPNetTaskQueue())\n"
        )
    }

    /// - Parameter package: that of the plugins with the prebuilt tool.
    static func netTask(_ settings: Settings, prebuilt package: URL) -> Side {
        var side = netTask(settings)
        side.dependencies.append(".package(name: \"NetTaskPrebuilt\", path: \"\(package.path)\")")
        side.plugin = ".plugin(name: \"NetTaskPrebuiltPlugin\", package: \"NetTaskPrebuilt\")"
        return side
    }

    /// The same with a product that only some clients need.
    func using(_ product: String) -> Side {
        var side = self
        side.runtime += ", .product(name: \"\(product)\", package: \"NetTask\")"
        return side
    }

    static let peerName = "swift-openapi-generator"

    /// - Parameter folder: the folder of the clones.
    static func openAPIGenerator(_ folder: URL) -> Side {
        Side(
            name: peerName,
            id: "sog",
            dependencies: ["swift-openapi-generator", "swift-openapi-runtime"].map {
                ".package(path: \"\(folder.appendingPathComponent($0).path)\")"
            },
            runtime: ".product(name: \"OpenAPIRuntime\", package: \"swift-openapi-runtime\")",
            plugin: ".plugin(name: \"OpenAPIGenerator\", package: \"swift-openapi-generator\")",
            emptyApp: "import OpenAPIRuntime\n\nprint(Configuration())\n"
        )
    }
}
