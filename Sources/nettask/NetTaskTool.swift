import ArgumentParser
import NetTaskBase
import NetTaskGenerator
import NetTaskSpec

@main
struct NetTaskTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nettask",
        abstract: "Generates typed Swift tasks from endpoints described in YAML.",
        discussion: """
            Start with `nettask init`, or `nettask init --from FILE` for an OpenAPI document. Then run \
            `nettask generate FILE --output FOLDER`.

            Exit status: 0 after success; 1 if a spec has errors, a file cannot be read or written, or `diff` finds a \
            breaking change or stranded tasks; 64 for invalid arguments. The help of `call`, `mock`, `test` and `queue` lists their own.
            """,
        version: netTaskVersion,
        subcommands: [
            GenerateCommand.self, CallCommand.self, MockCommand.self, TestCommand.self, ImportCommand.self,
            DiffCommand.self, ValidateCommand.self, ExplainCommand.self, InitCommand.self, SchemaCommand.self,
            TemplatesCommand.self, QueueCommand.self,
        ]
    )

    static func main() async {
        if let misspelt = Misspelt(Array(CommandLine.arguments.dropFirst()), of: self) {
            printError(misspelt.message)
            exit(withError: ExitCode.validationFailure)
        }
        await main(nil)
    }
}

/// An unknown word in place of a subcommand, which the parser would report as a superfluous argument.
private struct Misspelt {
    let message: String

    init?(_ arguments: [String], of tool: any ParsableCommand.Type) {
        var (command, path) = (tool, tool._commandName)
        // For an unknown word after `help`, the parser would show the help of the whole tool.
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let names = commands.map { $0._commandName }
                let meant = word.closestMatch(among: names).map { "; did you mean `\(path) \($0)`?" } ?? ""
                message = """
                    error: there is no `\(path) \(word.visible(upTo: 60))`\(meant)
                    Usage: \(path) <subcommand>
                    Subcommands: \(names.joined(separator: ", "))
                      See '\(path) --help' for more information.
                    """
                return
            }
            command = next
            path += " \(word)"
        }
        return nil
    }
}
