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

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    func run() throws {
        let specs = try readSpecs(SpecFiles(inputs))
        let count = Set(specs.flatMap(\.paths)).count
        if !quiet { print(count == 1 ? "1 spec is valid" : "\(count) specs are valid") }
    }
}
