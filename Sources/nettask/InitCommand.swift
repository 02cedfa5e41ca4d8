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
        abstract: "Writes a commented spec to start from.",
        discussion: """
            Its first line names the schema, by which editors complete keys and underline mistakes: nettask.schema.json, which \
            is written beside the nearest Package.swift above the spec, or beside the spec where there is none.

            With --from, an OpenAPI document is imported into the folder `imported` beside the spec, which extends that and \
            is yours to change.
            """
    )

    @Argument(
        help: """
            Where to write it: a name that ends in .nettask.yaml. (default: api.nettask.yaml; with --from, named after the \
            document's title)
            """,
        completion: .specs
    )
    var path: String?

    @Option(help: "An OpenAPI document.", completion: .documents)
    var from: String?

    func run() throws {
        if let path {
            guard path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml") else {
                throw failure("the name of a spec ends in .nettask.yaml, so that the plugin finds it; \(path) does not")
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
        // Operations that are left out are errors, beside which all others are written.
        if !written.isWhole { throw ExitCode.failure }
    }

    private func checkIsNew(_ path: String) throws {
        if FileManager.default.fileExists(atPath: path) {
            throw failure("\(path) is there already; give another path")
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
            next, one of
                the build plugin:  plugins: [.plugin(name: "NetTaskPlugin", package: "NetTask")] in the target that has it
                a command:         nettask generate \(path) --output Sources/Client
                a module:          nettask generate \(path) --package MyClient --nettask-path FOLDER
            """
        )
    }

    private static let schemaName = "nettask.schema.json"

    /// Where the schema belongs: not among the files of a target, which SwiftPM would ask about.
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
