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
    /// A prebuilt `nettask`, which the plugin uses instead of building it.
    let bundle: String?
    /// The folder for packages and logs. Its content can be reused.
    let scratch: URL

    static let bundleVariable = "NETTASK_ARTIFACTBUNDLE"

    init(checkout: URL, environment: [String: String]) {
        func folder(_ name: String) -> URL? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }.map { URL(fileURLWithPath: $0).standardizedFileURL }
        }
        self.checkout = checkout
        swift = environment["SWIFT"] ?? "swift"
        documents = folder("DOCUMENTS")
        peer = folder("SOG")
        createAPI = folder("CREATE_API")
        bundle = folder(Self.bundleVariable)?.path
        scratch = checkout.appendingPathComponent("Benchmarks/.build/build-cost")
    }

    func command(_ arguments: [String], log: String, in folder: URL? = nil) -> Command {
        Command(
            arguments: arguments,
            folder: folder,
            // Each measurement states whether it uses the prebuilt tool.
            environment: [Self.bundleVariable: nil],
            log: scratch.appendingPathComponent("logs/\(log).log")
        )
    }

    /// nil if no documents were given.
    func document(_ known: Document.Known) throws -> Document? {
        try documents.map { try Document(known, in: $0) }
    }
}
