import ArgumentParser
import Foundation
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a spec with comments as a start.",
        discussion: """
            The first line of the spec names the schema nettask.schema.json, with which editors complete keys and underline \
            mistakes. The schema is written beside the nearest Package.swift above the spec; without one, beside the spec.

            With --from, an OpenAPI document is imported into the folder `imported` beside the spec. The spec extends the \
            import. Change the spec, not the import.
            """
    )

    @Argument(
        help: """
            The path of the spec, which ends in .nettask.yaml. (default: api.nettask.yaml; with --from, a name derived from \
            the document's title)
            """,
        completion: .specs
    )
    var path: String?

    @Option(help: "An OpenAPI document.", completion: .documents)
    var from: String?

    func run() throws {
        if let path {
            guard path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml") else {
                throw failure("invalid name \(path): a spec must end in .nettask.yaml, so that the plugin finds it")
            }
            try checkIsNew(path)
        }
        if let from { return try start(from: from) }
        try write(Templates.starterSpec(), to: path ?? "api.nettask.yaml")
    }

    /// Imports a document, and writes a spec that extends the import.
    private func start(from document: String) throws {
        let folder = path.map { URL(fileURLWithPath: $0).deletingLastPathComponent().relativePath } ?? "."
        let imported = folder == "." ? "imported" : "\(folder)/imported"
        let command = try ImportCommand.parse([document, "--output", imported, "--quiet"])
        let written = try command.write { main in try checkIsNew(path ?? main) }
        print("imported \(document): see \(imported)/\(ImportFolder.reportName)")
        try write(Templates.overlay(of: written.main, in: imported), to: path ?? written.main)
        for line in written.needs { print(line) }
        // Operations that are left out are errors, although the others are written.
        if !written.isWhole { throw ExitCode.failure }
    }

    private func checkIsNew(_ path: String) throws {
        if FileManager.default.fileExists(atPath: path) {
            throw failure("\(path) already exists; give another path")
        }
    }

    private func write(_ text: String, to path: String) throws {
        try checkIsNew(path)
        let file = URL(fileURLWithPath: path)
        let folder = file.deletingLastPathComponent()
        let schema = Self.folder(ofSchemaAbove: folder)
        let schemaPath = SpecFiles.path(of: "\(schema)/\(Self.schemaName)", from: folder.path)
        let line = "# yaml-language-server: $schema=\(schemaPath)\n"
        do {
            try ManagedFolder(path: folder.path).write(line + text, to: file.lastPathComponent)
            let folder = ManagedFolder(path: schema)
            if !folder.exists(Self.schemaName) { try folder.write(SpecSchema.text, to: Self.schemaName) }
        } catch {
            throw failure("\(path) cannot be written: \(error.reason)")
        }
        print(
            """
            wrote \(path.escapedForTerminal)
            next, generate the Swift with one of:
                the build plugin:  plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")] in the spec's target
                a command:         nettask generate \(path) --output Sources/Client
                a module:          nettask generate \(path) --package MyClient --nettask-path FOLDER
            """
        )
    }

    private static let schemaName = "nettask.schema.json"

    /// The folder for the schema. It is outside of targets if possible, because SwiftPM warns of unhandled files in targets.
    private static func folder(ofSchemaAbove folder: URL) -> String {
        var candidate = folder.standardizedFileURL
        while candidate.path != "/" {
            let manifest = candidate.appendingPathComponent("Package.swift").path
            if FileManager.default.fileExists(atPath: manifest) { return candidate.path }
            candidate.deleteLastPathComponent()
        }
        return folder.standardizedFileURL.path
    }

    private func failure(_ message: String) -> ExitCode {
        printError("error: \(message.escapedLines)")
        return .failure
    }
}
