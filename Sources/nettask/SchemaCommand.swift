import ArgumentParser
import NetTaskAuthoring
import NetTaskSpec

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of specs, for editors.",
        discussion: """
            With it, any editor that has a YAML language server completes keys and values, explains them, and underlines \
            what is wrong. Let a spec name it in its first line:

            # yaml-language-server: $schema=nettask.schema.json
            """
    )

    func run() {
        print(SpecSchema.text, terminator: "")
    }
}
