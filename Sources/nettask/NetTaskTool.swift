import ArgumentParser
import NetTaskGenerator
import NetTaskSpec

@main
struct NetTaskTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nettask",
        abstract: "Turns endpoints described in YAML into Swift task types.",
        discussion: """
            Start with `nettask init`, then `nettask generate FILE --output FOLDER`; with an OpenAPI document, \
            `nettask init --from FILE`.

            Exit status: 0 if all went well, 1 if a spec has errors, something cannot be read or written, `diff` finds \
            what breaks or strands stored tasks, 64 if the command is not used as this help says; `call` and `queue` say \
            their own.
            """,
        version: "0.1.0",
        subcommands: [
            GenerateCommand.self, CallCommand.self, ImportCommand.self, DiffCommand.self, ValidateCommand.self,
            InitCommand.self, SchemaCommand.self, TemplatesCommand.self, QueueCommand.self,
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
        var command = tool
        var path = tool._commandName
        // The parser would show the help of the whole tool for a word that it does not know.
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
