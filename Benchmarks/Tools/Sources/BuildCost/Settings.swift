import Foundation

/// The user's settings, and the folders.
struct Settings {
    /// The checkout of NetTask.
    let checkout: URL
    let swift: String
    /// A folder with petstore.yaml, openai.yaml and github.yaml.
    let documents: URL?
    /// A folder with clones of swift-openapi-generator and swift-openapi-runtime.
    let peer: URL?
    /// A clone of CreateAPI.
    let createAPI: URL?
    /// The folder for packages and logs. Its content can be reused.
    let scratch: URL

    init(checkout: URL, environment: [String: String]) {
        func folder(_ name: String) -> URL? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }.map { URL(fileURLWithPath: $0).standardizedFileURL }
        }
        self.checkout = checkout
        swift = environment["SWIFT"] ?? "swift"
        documents = folder("DOCUMENTS")
        peer = folder("SOG")
        createAPI = folder("CREATE_API")
        scratch = checkout.appendingPathComponent("Benchmarks/.build/build-cost")
    }

    func command(_ arguments: [String], log: String, in folder: URL? = nil) -> Command {
        Command(
            arguments: arguments,
            folder: folder,
            log: scratch.appendingPathComponent("logs/\(log).log")
        )
    }

    /// The package of the plugins with the prebuilt tool; nil if `make artifactbundle` has not built the tool.
    var prebuilt: URL? {
        let package = checkout.appendingPathComponent("Plugins/Prebuilt")
        let tool = package.appendingPathComponent("nettask.artifactbundle")
        return FileManager.default.fileExists(atPath: tool.path) ? package : nil
    }

    /// nil if no documents were given.
    func document(_ known: Document.Known) throws -> Document? {
        try documents.map { try Document(known, in: $0) }
    }
}
