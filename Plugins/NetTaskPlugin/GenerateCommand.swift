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

    /// No command if the target has no spec.
    func commands() -> [Command] {
        let specs = files.filter { $0.lastPathComponent.hasSuffix(".nettask.yaml") }.sorted { $0.path < $1.path }
        if specs.isEmpty { return [] }
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
        return path.dropLast("yaml".count) + "swift"
    }
}
