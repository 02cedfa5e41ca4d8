import ArgumentParser
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskSpec
import NetTaskTerminal

struct TemplatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "Exports the templates of generated Swift.",
        subcommands: [Export.self]
    )

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Writes NetTask's templates into a folder, where you can change them for `generate --templates`.",
            discussion: "Names.md, which is written beside the templates, lists the names that a template can use."
        )

        @Argument(help: "The folder. It is created if it is missing.", completion: .directory)
        var folder = "Templates"

        @Flag(help: "Replace templates that were changed.")
        var force = false

        func run() throws {
            do {
                let written = try TemplateExport(folder: folder).write(force: force)
                for path in written { print("wrote \(path)") }
                if written.isEmpty { print("\(folder) already has all templates, unchanged") }
            } catch let error as any PlacedError {
                printError(error.description.escapedLines)
                throw ExitCode.failure
            }
        }
    }
}
