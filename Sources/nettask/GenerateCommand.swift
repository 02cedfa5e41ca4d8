import ArgumentParser
import Foundation
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskSpec
import NetTaskTerminal

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the Swift files for specs.",
        discussion: """
            A file is written only if its content changed. A file that a spec made earlier and makes no more is removed; \
            files that nettask did not make are never touched. If any spec has an error, nothing is written.
            """
    )

    @Argument(help: "Spec files, and folders that are searched for *.nettask.yaml.", completion: .specs)
    var inputs: [String]

    @Option(
        name: .shortAndLong,
        help: "The folder that the Swift files go to. It is made if it is not there.",
        completion: .directory
    )
    var output: String?

    @OptionGroup(title: "Packages")
    var package: PackageOptions

    @Flag(help: "A file for each endpoint and each shape, in place of one for each spec.")
    var split = false

    @Option(
        help: """
            Spread the endpoints and shapes of each spec over so many files, beside one for the namespace, so that an edit \
            compiles little. Their names follow from the number alone. (default: all in one file)
            """
    )
    var parts: Int?

    @Option(help: "public, package or internal, whatever the specs say.")
    var access: AccessLevel?

    @Option(
        help: """
            A folder with templates: those of the names of the built-in ones take their place, and those named as \
            Mocks.swift.mustache make a file more of each spec.
            """,
        completion: .directory
    )
    var templates: String?

    @Option(
        help: """
            The folder from which specs are named, in the names of the Swift files and in their first lines. (default: \
            the deepest folder that holds all specs, and the current folder)
            """,
        completion: .directory
    )
    var root: String?

    @Flag(help: "Write nothing; exit with status 1 if anything would change.")
    var check = false

    @Flag(help: "Also remove from the output folder, or replace, what other specs made.")
    var prune = false

    @OptionGroup var watch: WatchOptions

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    @Flag(help: "Also list the files that are as they were.")
    var verbose = false

    func validate() throws {
        if let parts, !(1...1000).contains(parts) {
            throw ValidationError("'--parts \(parts)' is not between 1 and 1000")
        }
        if parts != nil, split { throw ValidationError("'--parts' and '--split' exclude each other") }
        guard output != nil || package.name != nil else {
            throw ValidationError("Missing expected argument '--output <output>'")
        }
    }

    func run() throws {
        try watch.run({ SpecFiles(inputs).paths + templateFiles }, isQuiet: quiet, run(_:))
    }

    private func run(_ report: RunReport) throws {
        let start = ContinuousClock.now
        let files = SpecFiles(inputs, root: root)
        let output = output ?? package.name ?? ""
        let specs = try readSpecs(files, report, module: package.name).specs
        let client = package.clientPackage(specs, in: output)
        let folder = OutputFolder(path: client.map { "\(output)/\($0.sources)" } ?? output)
        let packageFolder = PackageFolder(path: output)
        let (changes, packageChanges) = try report.reporting {
            let templates = try templates.map { try Templates(in: $0, over: .withPackage) } ?? .withPackage
            // The clients of a module can use only its public declarations.
            let access = access ?? (client == nil ? nil : .public)
            let options = Generator.Options(access: access, isSplit: split, templates: templates)
            let generation = try report.progress.during("generating Swift") {
                try Generation(
                    of: specs,
                    from: files,
                    by: Generator(options: options),
                    to: folder,
                    partCount: { _ in parts ?? 1 },
                    prunes: prune || client != nil
                )
            }
            let packageFiles = try client?.files(templates) ?? []
            let packageChanges = packageFolder.changes(for: packageFiles)
            if !check {
                try report.progress.during("writing files") {
                    try generation.write()
                    try packageFolder.apply(packageChanges, of: packageFiles)
                }
            }
            return (generation.changes, packageChanges)
        }
        report.results.add(specs)
        report.results.add(changes, in: folder.path)
        if client != nil {
            report.results.add(packageChanges, in: output)
            report.results.kept = packageChanges.kept.map { "\(output)/\($0)" }
        }
        if !quiet, report.isText {
            let results = report.results
            results.printFiles(isCheck: check, hasUnchanged: verbose)
            print("\(results.specCounts): \(results.fileCounts(isCheck: check)), in \((.now - start).text)")
        }
        if check, !changes.isEmpty || !packageChanges.isEmpty { throw ExitCode.failure }
    }

    private var templateFiles: [String] {
        guard let templates else { return [] }
        let names = try? FileManager.default.contentsOfDirectory(atPath: templates)
        return (names ?? []).map { "\(templates)/\($0)" }
    }
}

extension AccessLevel: ExpressibleByArgument {}
