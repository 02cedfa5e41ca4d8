import ArgumentParser
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskSpec
import NetTaskTerminal

struct TemplatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "Gives access to the templates that lay out generated Swift.",
        subcommands: [Export.self]
    )

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Writes NetTask's templates into a folder, to be changed and named by `generate --templates`.",
            discussion: "Names.md, which is written beside them, explains what a template can ask for."
        )

        @Argument(help: "The folder. It is made if it is not there.", completion: .directory)
        var folder = "Templates"

        @Flag(help: "Replace templates that were changed.")
        var force = false

        func run() throws {
            do {
                let written = try TemplateExport(folder: folder).write(force: force)
                for path in written { print("wrote \(path)") }
                if written.isEmpty { print("\(folder) has all templates already, unchanged") }
            } catch let error as any PlacedError {
                printError(error.description.escapedLines)
                throw ExitCode.failure
            }
        }
    }
}
