import ArgumentParser
import NetTaskGenerator
import NetTaskImport
import NetTaskSpec

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Writes specs for an OpenAPI document.",
        discussion: """
            Takes OpenAPI 3.0 and 3.1 as YAML or JSON, with the files that it refers to, as far as these are below its folder \
            or below --root. An operation of which no endpoint can be made is an error: all else is written, and the exit \
            status is 1. The specs are yours: edit them. When the document has changed, import it again into the same folder: what it changed comes in, what you \
            wrote stays, and where both changed the same thing, yours stays and is listed.

            What no spec has a place for is listed in import-report.txt, with its place and the reason. For the next import \
            into a folder, .nettask-import keeps what this one wrote; give the same --client, --tag, --path and --operation \
            then, since whatever they leave out is taken for gone from the document.
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

    @Option(help: "The folder below which files are read that the document refers to. (default: that of the document)")
    var root: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors and warnings.")
    var quiet = false

    func run() throws {
        let folder = ImportFolder(path: output)
        let reportFile = ReportFile(inFolder: output)
        let contents = try orFail {
            try reportFile.check()
            return try folder.contents()
        }
        let filter = OperationFilter(tags: Set(tags), paths: paths, operations: Set(operations))
        let options = DocumentImporter.Options(
            client: client,
            filter: filter,
            separator: contents.settings?.separator,
            root: root
        )
        let result = DocumentImporter.import(path: document, options: options)
        for diagnostic in result.diagnostics { printError(diagnostic.description) }
        guard !result.files.isEmpty else { throw ExitCode.failure }
        try checkClient(result.client, contents.settings)

        let merge = try orFail {
            try SpecMerge.merge(base: contents.base, ours: contents.ours, theirs: result.files)
        }
        let changes = try orFail {
            let changes = try folder.write(merge, over: contents, base: result.files)
            try reportFile.write(result.report)
            return changes
        }
        show(merge, changes, result.report)
        // What the team wrote may not fit to what the document says now.
        if !contents.ours.isEmpty { _ = try readSpecs(SpecFiles([output])) }
        guard merge.unmerged.isEmpty, result.refusedCount == 0 else { throw ExitCode.failure }
        if !quiet { print("next: nettask generate \(output) --output Sources/Client") }
    }

    /// Prints what is wrong with a folder or its specs, and ends the run.
    private func orFail<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SpecMergeError {
            for var diagnostic in error.diagnostics {
                diagnostic.place.file = "\(output)/\(diagnostic.place.file)"
                printError(diagnostic.description)
            }
        } catch {
            printError("error: \(error)")
        }
        throw ExitCode.failure
    }

    /// Another client in a folder is another API, or the same one under another title: then all would be there twice.
    private func checkClient(_ client: String?, _ settings: ImportFolder.Contents.Settings?) throws {
        guard let client, let settings, client != settings.client else { return }
        printError(
            "error: \(output) holds the client \(settings.client), and this import makes \(client); say --client "
                + "\(settings.client) if it is the same API, or give another --output"
        )
        throw ExitCode.failure
    }

    /// What came in; and, even where nothing else is to be printed, where the team's own text stays although the document says
    /// something else.
    private func show(_ merge: SpecMerge.Result, _ changes: ImportFolder.Changes, _ report: ImportReport) {
        for change in merge.changes {
            switch change.kind {
            case .keptYours, .keptThoughDropped: printError("\(output)/\(change)")
            // Of a file that is new, all is.
            case .added where changes.created.contains(change.file) && !change.path.isEmpty: break
            case .added, .changed, .removed: if !quiet { print("\(output)/\(change)") }
            }
        }
        guard !quiet else { return }
        for (verb, names) in [
            ("created", changes.created), ("updated", changes.updated), ("unchanged", changes.unchanged),
            ("removed", changes.removed),
        ] {
            for name in names { print("\(verb) \(output)/\(name)") }
        }
        print("\(report.summary): see \(output)/\(ReportFile.name)")
    }
}
