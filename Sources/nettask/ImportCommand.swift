import ArgumentParser
import Foundation
import NetTaskGenerator
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Writes specs for an OpenAPI document.",
        discussion: """
            Reads OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, as YAML or JSON. Files that the document refers to are read if \
            they are below its folder or below --root. An operation that cannot become an endpoint is an error: everything \
            else is written, and the exit status is 1. import-report.txt lists the values that are not in the specs, with \
            places and reasons, most severe first. Those that are sent or read differently are also printed on standard error.

            Do not edit the written specs. To change them, write a spec with `extends: FOLDER/NAME.nettask.yaml` and the \
            changes. When the document has changed, `nettask import --update FOLDER` writes the specs again. It uses the \
            document and the options of the last import, except those that you give.
            """
    )

    @Argument(help: "The OpenAPI document. (default with --update: that of the last import)", completion: .documents)
    var document: String?

    @Option(
        name: .shortAndLong,
        help: "The folder of the specs. It is created if it is missing.",
        completion: .directory
    )
    var output: String?

    @Option(help: "The folder of an earlier import, to be imported again.", completion: .directory)
    var update: String?

    @Option(help: "The Swift namespace. (default: derived from the title of the document)")
    var client: String?

    @Option(
        name: .customLong("tag"),
        help: "Only operations with this tag. Can be repeated.",
        completion: .operations { $0.tags }
    )
    var tags: [String] = []

    @Option(
        name: .customLong("path"),
        help: "Only this path; `*` matches any text. Can be repeated.",
        completion: .operations { [$0.path] }
    )
    var paths: [String] = []

    @Option(
        name: .customLong("operation"),
        help: "Only the operation with this id. Can be repeated.",
        completion: .operations { $0.id.map { [$0] } ?? [] }
    )
    var operations: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Put the endpoints of each tag into a group, which is a namespace in the client. (default: no)"
    )
    var groups: Bool?

    @Option(
        help: "The security scheme to prefer, by its name in the document. (default: the first)"
    )
    var auth: String?

    @Option(
        help: "The folder of the files that the document may refer to. (default: that of the document)",
        completion: .directory
    )
    var root: String?

    @Option(
        name: .customLong("overlay"),
        help: "An OpenAPI Overlay, which changes the document before the import. May be given several times.",
        completion: .documents
    )
    var overlays: [String] = []

    @Option(help: "The address from which the document was downloaded. The specs record it instead of a path.")
    var url: String?

    @Option(help: "The output format: text, or json for tools.")
    var format = OutputFormat.text

    @Flag(name: .shortAndLong, help: "Print only errors and warnings.")
    var quiet = false

    @Flag(help: "Print all errors and warnings instead of the first two of each kind, and list unchanged files.")
    var verbose = false

    func validate() throws {
        guard (output == nil) != (update == nil) else {
            throw ValidationError("Give either '--output' or '--update'.")
        }
        if let url, !url.contains("://") {
            throw ValidationError("'--url \(url)': write an address such as https://example.com/api.json")
        }
        if update == nil, document == nil { throw ValidationError("Missing expected argument '<document>'") }
    }

    func run() throws {
        if try !write().isWhole { throw ExitCode.failure }
    }

    /// The result of an import.
    struct Written {
        /// The name of the spec that extends the others.
        var main: String
        /// Whether all operations were imported. An operation that is left out is an error.
        var isWhole: Bool
        /// The lines that state what the author must add.
        var needs: [String]
    }

    /// Runs the import.
    ///
    /// - Parameter willWrite: Called with the name of the main spec before anything is written.
    /// - Throws: `ExitCode`, or the error of `willWrite`. In both cases nothing was written.
    func write(willWrite: (_ main: String) throws -> Void = { _ in }) throws -> Written {
        try RunReport.run(format, isQuiet: quiet) { report in try write(report, willWrite) }
    }

    private func write(_ report: RunReport, _ willWrite: (_ main: String) throws -> Void) throws -> Written {
        let path = update ?? output ?? ""
        let folder = ImportFolder(path: path)
        let contents = try report.reporting { try folder.contents() }
        var (document, options) = try source(in: path, contents.record, report)
        options.separator = contents.record?.separator
        options.previous = contents.files
        let result = report.progress.during("importing \(document)") {
            DocumentImporter.import(path: document, options: options)
        }
        let repeated = RepeatedDiagnostics(result.diagnostics, shown: verbose || !report.isText ? .max : 2)
        report.add(repeated.first)
        for line in repeated.rest { printError(line.escapedForTerminal) }
        guard let main = result.files.first?.name, let client = result.client, let separator = result.separator else {
            throw ExitCode.failure
        }
        let record = ImportRecord(
            document: url ?? contents.record?.url ?? SpecFiles.path(of: document, from: path),
            text: String(decoding: FileManager.default.contents(atPath: document) ?? Data(), as: UTF8.self),
            client: client,
            separator: separator,
            filter: options.filter,
            hasGroups: options.hasGroups,
            auth: options.auth,
            root: options.root.map { SpecFiles.path(of: $0, from: path) },
            overlays: options.overlays.map { SpecFiles.path(of: $0, from: path) }
        )
        if update == nil, let last = contents.record, !last.hasSameArguments(as: record) {
            throw report.fail(
                .invalidArgument,
                "\(path) was imported from \(last.document) as the client \(last.client), with other arguments; run "
                    + "`nettask import --update \(path)` with the arguments to change, or give another --output"
            )
        }
        // A truncated document must not remove all specs, because only they contain the former names.
        if result.endpointCount == 0, contents.files.contains(where: { $0.text.contains("endpoints:\n") }) {
            throw report.fail(
                .invalidDocument,
                "\(document) no longer has an operation to import, so nothing was changed. Check that the document is "
                    + "complete. To import it anyway, delete \(path) first"
            )
        }
        try willWrite(main)
        let changes = try report.reporting {
            let changes = try folder.write(result.files, record, over: contents)
            try folder.write(result.report)
            return changes
        }
        report.results.add(changes, in: path)
        report.results.report = "\(path)/\(ImportFolder.reportName)"
        report.results.valueCount = result.report.valueCount
        report.results.carriedCount = result.report.carriedCount
        report.results.leftOutCount = result.report.leftOutCount
        report.results.leftOut = result.report.sections.flatMap { section in
            section.kinds.map { LeftOutEntry($0, differs: section.isGrave) }
        }
        report.results.notes = result.report.notes
        report.results.products = result.requirements.map(\.product)
        report.results.traits = result.requirements.compactMap(\.trait)
        if !quiet, report.isText { show(report.results, result, in: path) }
        return Written(main: main, isWhole: result.refusedCount == 0, needs: needs(result))
    }

    /// The document and the options: those of the arguments, and otherwise those of the last import.
    private func source(
        in folder: String,
        _ last: ImportRecord?,
        _ report: RunReport
    ) throws -> (document: String, options: DocumentImporter.Options) {
        var options = DocumentImporter.Options()
        options.client = client
        options.filter = OperationFilter(tags: Set(tags), paths: paths, operations: Set(operations))
        options.hasGroups = groups ?? false
        options.auth = auth
        options.root = root
        options.overlays = overlays
        guard update != nil else { return (document ?? "", options) }
        guard let last else {
            throw report.fail(
                .invalidArgument,
                "\(folder) does not contain an import; create one with `nettask import DOCUMENT --output \(folder)`"
            )
        }
        if document == nil, let url = last.url {
            throw report.fail(
                .invalidArgument,
                "missing document; download \(url), and give its path: `nettask import FILE --update \(folder)`"
            )
        }
        let current = FileManager.default.currentDirectoryPath
        if client == nil { options.client = last.client }
        if groups == nil { options.hasGroups = last.hasGroups }
        if auth == nil { options.auth = last.auth }
        if options.filter.isEmpty { options.filter = last.filter }
        if root == nil { options.root = last.root.map { SpecFiles.path(of: "\(folder)/\($0)", from: current) } }
        if overlays.isEmpty {
            options.overlays = last.overlays.map { SpecFiles.path(of: "\(folder)/\($0)", from: current) }
        }
        return (document ?? SpecFiles.path(of: "\(folder)/\(last.document)", from: current), options)
    }

    private func show(_ results: RunResults, _ result: DocumentImporter.Result, in folder: String) {
        results.printFiles(hasUnchanged: verbose)
        print(results.fileCounts())
        let summary = "\(result.report.summary): see \(folder)/\(ImportFolder.reportName)"
        print(summary)
        let differences = result.report.summaryLines(isGrave: true)
        for line in differences.isEmpty ? [] : [summary] + differences.dropFirst() {
            printError(Terminal.errors.wrapped(line.escapedForTerminal, indent: 10))
        }
        let terminal = Terminal.output
        for line in result.report.summaryLines(isGrave: false) {
            print(terminal.wrapped(line.escapedForTerminal, indent: 10))
        }
        for line in needs(result) { print(line) }
        guard update == nil, let main = result.files.first?.name else { return }
        let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
        let next =
            "next: beside the folder \(folder), write a spec with `extends: \(name)/\(main)` and your changes, "
            + "or run `nettask generate \(folder) --output FOLDER`"
        print("\n" + terminal.wrapped(next.escapedForTerminal, indent: 6))
    }

    /// The lines that state what the author must add: the values that the document lacks and, after the first import, products.
    private func needs(_ result: DocumentImporter.Result) -> [String] {
        let notes = result.report.notes.map { Terminal.output.wrapped("  " + $0.escapedForTerminal, indent: 4) }
        return (notes.isEmpty ? [] : ["", "Not in the document:"] + notes)
            + (update == nil ? [""] + Requirement.lines(for: result.requirements) : [])
    }
}
