import ArgumentParser
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Reports all errors in specs.",
        discussion: """
            With `--fix`, the command first corrects the mistakes with a certain fix, such as a text without quotes or a key \
            with one wrong letter. Then it reports the others. Files that an import wrote are not changed.
            """
    )

    @Argument(help: "Spec files, and folders that are searched for *.nettask.yaml.", completion: .specs)
    var inputs: [String]

    @Flag(help: "Apply the certain fixes to the files first, and report them.")
    var fix = false

    @OptionGroup var watch: WatchOptions

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    func validate() throws {
        if fix, watch.watch { throw ValidationError("'--fix' cannot be used with '--watch'") }
    }

    func run() throws {
        try watch.run({ SpecFiles(inputs).paths }, isQuiet: quiet) { report in
            if fix { try makeFixes(report) }
            let specs = try readSpecs(SpecFiles(inputs), report).specs
            report.results.add(specs)
            let count = report.results.specCount ?? 0
            if !quiet, report.isText { print(count == 1 ? "1 spec is valid" : "\(count) specs are valid") }
        }
    }

    private func makeFixes(_ report: RunReport) throws {
        let fixer = SpecFixer(keepsFile: ImportedFile.isImported)
        report.results.fixed = []
        try report.reporting {
            try fixer.fix(SpecFiles(inputs).paths) { change in
                report.results.fixed?.append(FixEntry(change))
                if quiet || !report.isText { return }
                let text = [change.old, change.text].filter { !$0.isEmpty }.joined(separator: " → ")
                print("\(change.place): fixed: \(text.visible(upTo: 120))")
            }
        }
    }
}
