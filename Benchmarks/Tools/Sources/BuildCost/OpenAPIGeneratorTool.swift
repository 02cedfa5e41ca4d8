import Foundation

/// A release build of swift-openapi-generator.
struct OpenAPIGeneratorTool {
    let version: String
    private let executable: URL
    private let settings: Settings

    /// - Parameter clones: the folder with clones of the generator and of its runtime.
    init(clones: URL, _ settings: Settings) throws {
        self.settings = settings
        let clone = Clone(folder: clones.appendingPathComponent("swift-openapi-generator"), settings: settings)
        version = clone.version
        executable = try clone.tool("swift-openapi-generator")
    }

    /// The configuration of the plugin, with default names, which compile for github.yaml.
    static let configuration = "generate: [types, client]\nnamingStrategy: defensive\n"

    /// Generates into an empty folder.
    func generating(_ document: Document, into sources: URL) -> Command {
        try? FileManager.default.removeItem(at: sources)
        return settings.command(
            [
                executable.path, "generate", document.file.path, "--output-directory", sources.path,
                "--mode", "types", "--mode", "client", "--naming-strategy", "defensive", "--access-modifier", "public",
            ],
            log: "sog-generate-\(document.name)"
        )
    }
}
