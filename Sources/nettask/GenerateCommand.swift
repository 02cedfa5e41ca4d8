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
            A file is written only if its content changed. A file that an earlier run wrote for a spec is removed when it is \
            no longer needed. Files that nettask did not write are never changed. If any spec has an error, nothing is written.
            """
    )

    @Argument(help: "Spec files, and folders that are searched for *.nettask.yaml.", completion: .specs)
    var inputs: [String]

    @Option(
        name: .shortAndLong,
        help: "The folder of the Swift files. It is created if it is missing.",
        completion: .directory
    )
    var output: String?

    @OptionGroup(title: "Packages")
    var package: PackageOptions

    @Flag(help: "Write a file for each endpoint and each shape, instead of one for each spec.")
    var split = false

    @Option(
        help: """
            Spread the endpoints and shapes of each spec over this number of files, and write one more for the namespace, so \
            that an edit compiles little. The names of the files depend only on the number. (default: one file)
            """
    )
    var parts: Int?

    @Option(help: "The access level: public, package or internal. Replaces that of the specs.")
    var access: AccessLevel?

    @Option(
        help: """
            A folder with templates. A template with the name of a built-in one replaces it. A template with another name, \
            such as Mocks.swift.mustache, adds a file for each spec.
            """,
        completion: .directory
    )
    var templates: String?

    @Option(
        help: """
            The folder to which the paths of specs are relative, in the names of the Swift files and in their first lines. \
            (default: the deepest folder that contains all specs and the current folder)
            """,
        completion: .directory
    )
    var root: String?

    @Flag(help: "Write nothing; exit with status 1 if anything would change.")
    var check = false

    @Flag(help: "Also remove or replace the files in the output folder that were generated from other specs.")
    var prune = false

    @OptionGroup var watch: WatchOptions

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    @Flag(help: "Also list unchanged files.")
    var verbose = false

    func validate() throws {
        if let parts, !(1...1000).contains(parts) {
            throw ValidationError("'--parts \(parts)': the number must be between 1 and 1000")
        }
        if parts != nil, split { throw ValidationError("'--parts' cannot be used with '--split'") }
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
