import Foundation

/// A clone of a peer's repository. Its tool is built there for release.
struct Clone {
    let folder: URL
    let settings: Settings

    /// Builds the tool if it is missing.
    func tool(_ product: String) throws -> URL {
        try settings.command(
            [
                settings.swift, "build", "--configuration", "release", "--product", product, "--package-path",
                folder.path,
            ],
            log: product
        ).run()
        return folder.appendingPathComponent(".build/release/\(product)")
    }

    /// The version, as printed by git.
    var version: String {
        let command = settings.command(
            ["git", "-C", folder.path, "describe", "--tags", "--always", "--dirty"],
            log: "version-\(folder.lastPathComponent)"
        )
        guard (try? command.run()) != nil, let text = try? String(contentsOf: command.log, encoding: .utf8) else {
            return "of no known version"
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
