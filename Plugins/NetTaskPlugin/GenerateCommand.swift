import Foundation
import PackagePlugin

/// The command that generates all files of a target.
struct GenerateCommand {
    /// `nettask-generate`.
    var tool: URL
    /// The folder that paths of specs are relative to.
    var folder: URL
    /// The module of the target.
    var module: String
    /// The modules of NetTask that the target depends on; `nil` if unknown.
    var modules: [String]?
    /// All files of the target, including those that are not specs.
    var files: [URL]
    var output: URL

    /// - Throws: ``MissingSpec`` if the target has no spec.
    func commands() throws(MissingSpec) -> [Command] {
        let specs = files.filter { ExtendedSpecs.isSpec($0.lastPathComponent) }.sorted { $0.path < $1.path }
        if specs.isEmpty { throw MissingSpec(folder: folder, files: files) }
        let outside = ExtendedSpecs.all(of: specs, besides: specs)
        let extended = Set(ExtendedSpecs.all(of: specs, besides: []).map(\.resolvedPath))
        var arguments = ["--module", module, folder.path, output.path, (modules ?? []).joined(separator: ",")]
        for spec in outside { arguments += ["0", spec.path] }
        let templates = self.templates
        var outputFiles: [URL] = []
        var outputNames = OutputNames()
        for spec in specs {
            let isClient = !extended.contains(spec.resolvedPath)
            if !isClient {
                Diagnostics.remark("\(spec.path) is generated as a part of the specs that extend it")
            }
            let parts = SpecParts(of: [spec] + ExtendedSpecs.all(of: [spec], besides: specs))
            let hasMocks = ExtendedSpecs.haveMocks([spec] + ExtendedSpecs.all(of: [spec], besides: []))
            arguments += ["\(parts.count)\(hasMocks ? "m" : "")", spec.path]
            let baseName = baseName(of: spec)
            let additions = templates.compactMap { addition(of: $0, to: baseName, isClient: isClient) }
            let mocks = hasMocks ? ["\(baseName).mocks.nettask.swift"] : []
            for name in parts.fileNames(baseName: baseName) + mocks + additions {
                outputFiles.append(output.appendingPathComponent(outputNames.unique(name)))
            }
        }
        for name in templates.compactMap({ addition(of: $0, to: nil) }) {
            outputFiles.append(output.appendingPathComponent(outputNames.unique(name)))
        }
        return [
            .buildCommand(
                displayName: "Generating Swift from \(specs.map(\.lastPathComponent).joined(separator: ", "))",
                executable: tool,
                arguments: arguments,
                inputFiles: specs + outside + templates + reports,
                outputFiles: outputFiles
            )
        ]
    }

    /// The user's templates, and their documentation, which SwiftPM would otherwise report as unhandled files.
    private var templates: [URL] {
        let folder = folder.appendingPathComponent("Templates")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { ["mustache", "md"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }

    /// The reports of imports, which SwiftPM would otherwise report as unhandled files.
    private var reports: [URL] { files.filter { $0.lastPathComponent == "import-report.txt" } }

    /// The file that a template of the user generates.
    ///
    /// - Parameter baseName: The base name of a spec, for `NAME.EXTENSION.mustache` and `NAME.client.EXTENSION.mustache`;
    ///   `nil` for `NAME.run.EXTENSION.mustache`.
    private func addition(of template: URL, to baseName: String?, isClient: Bool = true) -> String? {
        let parts = template.lastPathComponent.components(separatedBy: ".")
        guard parts.last == "mustache", (3...4).contains(parts.count) else { return nil }
        let isOfRun = parts.count == 4 && parts[1] == "run"
        if isOfRun != (baseName == nil) || parts.count == 4 && !isClient { return nil }
        return "\(baseName.map { "\($0)." } ?? "")\(parts[0]).nettask.\(parts[parts.count - 2])"
    }

    /// The base name of a file, as in `nettask`: the spec's path relative to the folder, with dots for slashes, without
    /// `.nettask.swift`.
    private func baseName(of spec: URL) -> String {
        let path = spec.path.dropFirst(folder.path.count).split(separator: "/").joined(separator: ".")
        return path.components(separatedBy: ".").dropLast(2).joined(separator: ".")
    }
}
