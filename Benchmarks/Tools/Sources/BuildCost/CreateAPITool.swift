import Foundation

/// A release build of CreateAPI.
struct CreateAPITool {
    let version: String
    private let executable: URL
    private let settings: Settings

    init(clone folder: URL, _ settings: Settings) throws {
        self.settings = settings
        let clone = Clone(folder: folder, settings: settings)
        version = clone.version
        executable = try clone.tool("create-api")
    }

    func generating(_ document: Document) -> Command {
        let output = settings.scratch.appendingPathComponent("create-api-\(document.name)")
        return settings.command(
            [executable.path, "generate", document.file.path, "--output", output.path, "--clean", "--module", "API"],
            log: "create-api-\(document.name)",
            in: settings.scratch
        )
    }
}
