import Foundation
import PackagePlugin

/// The one command that generates all files of a target.
struct GenerateCommand {
    /// `nettask-generate`.
    var tool: URL
    /// The folder that specs are named from.
    var folder: URL
    /// The modules of NetTask that the target depends on; nil where that cannot be told.
    var modules: [String]?
    /// All files of the target; those that are no specs do not matter.
    var files: [URL]
    var output: URL

    static func isSpec(_ path: String) -> Bool {
        path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml")
    }

    /// No command, but a warning, if the target has no spec.
    func commands() -> [Command] {
        let specs = files.filter { Self.isSpec($0.lastPathComponent) }.sorted { $0.path < $1.path }
        if specs.isEmpty {
            Diagnostics.warning("NetTaskPlugin found no *.nettask.yaml in \(folder.path)")
            return []
        }
        let extended = Set(ReferencedSpecs.extended(by: specs).map(\.resolvedPath))
        let generated = specs.filter { !extended.contains($0.resolvedPath) }
        var arguments = [folder.path, output.path, (modules ?? []).joined(separator: ",")]
        var outputFiles: [URL] = []
        for spec in specs where extended.contains(spec.resolvedPath) { arguments += ["0", spec.path] }
        for spec in generated {
            let parts = SpecParts(of: [spec] + ReferencedSpecs.read(by: spec, leavingOut: generated))
            arguments += ["\(parts.count)", spec.path]
            for name in parts.fileNames(baseName: baseName(of: spec)) {
                outputFiles.append(output.appendingPathComponent(name))
            }
        }
        return [
            .buildCommand(
                displayName: "Generating Swift from \(specs.map(\.lastPathComponent).joined(separator: ", "))",
                executable: tool,
                arguments: arguments,
                inputFiles: specs + ReferencedSpecs.all(of: specs),
                outputFiles: outputFiles
            )
        ]
    }

    /// As `nettask` names files: the spec's path from the folder, with dots for slashes; without `.nettask.swift`.
    private func baseName(of spec: URL) -> String {
        let path = spec.path.dropFirst(folder.path.count).split(separator: "/").joined(separator: ".")
        return path.components(separatedBy: ".").dropLast(2).joined(separator: ".")
    }
}
