import ArgumentParser
import NetTaskAuthoring
import NetTaskSpec

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of specs, for editors.",
        discussion: """
            An editor with a YAML language server uses the schema to complete and explain keys and values, and to underline \
            mistakes. Name the schema in the first line of a spec:

            # yaml-language-server: $schema=nettask.schema.json
            """
    )

    func run() {
        print(SpecSchema.text, terminator: "")
    }
}
