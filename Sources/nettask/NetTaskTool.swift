import ArgumentParser

@main
struct NetTaskTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nettask",
        abstract: "Turns endpoints described in YAML into Swift task types.",
        discussion: """
            Start with `nettask init`, then `nettask generate FILE --output FOLDER`.

            Exit status: 0 if all went well, 1 if a spec has errors, something cannot be read or written, `diff` finds \
            what breaks or `check-compat` what strands stored tasks, 64 if the command is not used as this help says; \
            `call` and `queue` say their own.
            """,
        version: "0.1.0",
        subcommands: [
            GenerateCommand.self, CallCommand.self, ImportCommand.self, DiffCommand.self, CheckCompatCommand.self,
            ValidateCommand.self, InitCommand.self, SchemaCommand.self, TemplatesCommand.self, QueueCommand.self,
        ]
    )
}
