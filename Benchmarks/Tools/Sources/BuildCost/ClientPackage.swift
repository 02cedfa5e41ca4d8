import Foundation

/// A package of one side with two apps: one with only the runtime, and one with a client.
struct ClientPackage {
    let package: ScratchPackage

    static let client = "Client"
    static let app = "App"
    static let emptyApp = "Empty"

    init(of side: Side, _ settings: Settings) throws {
        package = ScratchPackage("client", of: side, settings)
        try package.write([
            .init(name: Self.client, isLibrary: true),
            .init(name: Self.app, uses: [Self.client]),
            .init(name: Self.emptyApp),
        ])
        try package.write(side.emptyApp, to: "Sources/\(Self.emptyApp)/main.swift")
        try package.write("import \(Self.client)\n" + side.emptyApp, to: "Sources/\(Self.app)/main.swift")
        // A target needs a source, even before the client exists.
        try package.write("", to: "Sources/\(Self.client)/Empty.swift")
    }

    /// The folder for the sources of the client.
    var sources: URL { package.folder.appendingPathComponent("Sources/\(Self.client)/Generated") }

    /// Builds the runtime for debugging, and returns the folder with its module.
    func builtRuntime() throws -> URL {
        try package.build("--product", Self.emptyApp, log: "runtime").run()
        return package.built("debug")
    }
}
