import Foundation
import PackagePlugin

/// The one command that generates all files of a target.
struct GenerateCommand {
    /// `nettask`.
    var tool: URL
    /// The folder that specs are named from.
    var folder: URL
    /// All files of the target; those that are no specs do not matter.
    var files: [URL]
    var output: URL

    private static let endings = [".nettask.yaml", ".nettask.yml"]

    /// No command, but a warning, if the target has no spec.
    func commands() -> [Command] {
        let specs = files.filter { file in Self.endings.contains { file.lastPathComponent.hasSuffix($0) } }
            .sorted { $0.path < $1.path }
        if specs.isEmpty {
            Diagnostics.warning("NetTaskPlugin found no *.nettask.yaml in \(folder.path)")
            return []
        }
        return [
            .buildCommand(
                displayName: "Generating Swift from \(specs.map(\.lastPathComponent).joined(separator: ", "))",
                executable: tool,
                arguments: ["generate", "--quiet", "--prune", "--root", folder.path, "--output", output.path]
                    + specs.map(\.path),
                inputFiles: specs,
                outputFiles: specs.map { output.appendingPathComponent(outputName(of: $0)) }
            )
        ]
    }

    /// As `nettask` names files: the spec's path from the folder, with dots for slashes.
    private func outputName(of spec: URL) -> String {
        let path = spec.path.dropFirst(folder.path.count).split(separator: "/").joined(separator: ".")
        return String(path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex)) + ".swift"
    }
}
