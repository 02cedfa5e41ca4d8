import ArgumentParser
import NetTaskGenerator
import NetTaskSpec

struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Reports all errors in specs, and writes nothing."
    )

    @Argument(help: "Spec files, and folders that are searched for *.nettask.yaml.", completion: .specs)
    var inputs: [String]

    @OptionGroup var watch: WatchOptions

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    func run() throws {
        try watch.run({ SpecFiles(inputs).paths }, isQuiet: quiet) { report in
            let specs = try readSpecs(SpecFiles(inputs), report)
            report.results.add(specs)
            let count = report.results.specCount ?? 0
            if !quiet, report.isText { print(count == 1 ? "1 spec is valid" : "\(count) specs are valid") }
        }
    }
}
