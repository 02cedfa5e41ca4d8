import ArgumentParser
import Foundation
import NetTaskImport
import NetTaskSpec

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Writes specs for an OpenAPI document.",
        discussion: """
            Takes OpenAPI 3.0 and 3.1 as YAML or JSON, with the files beside it that it refers to. The specs are yours: edit \
            them. When the document has changed, import it again into the same folder: what it changed comes in, what you \
            wrote stays, and where both changed the same thing, yours stays and is listed.

            What no spec has a place for is listed in import-report.txt, with its place and the reason.
            """
    )

    @Argument(help: "The OpenAPI document.")
    var document: String

    @Option(name: .shortAndLong, help: "The folder that the specs go to. It is made if it is not there.")
    var output: String

    @Option(help: "The Swift namespace. (default: made from the title of the document)")
    var client: String?

    @Option(name: .customLong("tag"), help: "Only operations with this tag. May be given several times.")
    var tags: [String] = []

    @Option(name: .customLong("path"), help: "Only this path; `*` stands for any text. May be given several times.")
    var paths: [String] = []

    @Option(name: .customLong("operation"), help: "Only the operation of this id. May be given several times.")
    var operations: [String] = []

    @Flag(name: .shortAndLong, help: "Print nothing but errors and warnings.")
    var quiet = false

    func run() throws {
        let filter = OperationFilter(tags: Set(tags), paths: paths, operations: Set(operations))
        let options = DocumentImporter.Options(client: client, filter: filter)
        let result = DocumentImporter.import(path: document, options: options)
        for diagnostic in result.diagnostics { printError(diagnostic.description) }
        guard !result.files.isEmpty else { throw ExitCode.failure }

        let folder = URL(fileURLWithPath: output)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in result.files {
            try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name))
        }
        try Data(result.report.text.utf8).write(to: folder.appendingPathComponent("import-report.txt"))
        if !quiet { print("\(result.files.count) files: \(result.report.summary)") }
    }
}
