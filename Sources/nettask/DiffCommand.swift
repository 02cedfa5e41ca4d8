import ArgumentParser
import NetTaskComparison
import NetTaskGenerator
import NetTaskSpec
import NetTaskTerminal

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what of a change in specs breaks callers, what breaks the server's side, and what only adds.",
        discussion: """
            Callers are whoever compiles against the client. The server's side breaks where a server for the old spec does \
            not understand what the new client sends, or the new client cannot read what it replies. Each line is at its \
            place in the new spec, or in the old one for what is gone.

            OLD is usually from an earlier revision:

            git show v1.2.0:api.nettask.yaml > old.nettask.yaml
            nettask diff old.nettask.yaml api.nettask.yaml

            or, for specs of several files:

            git worktree add ../old v1.2.0
            nettask diff ../old/specs specs

            Exit status: 0 if nothing breaks, or what does is allowed; 1 if something does, or a spec has errors.
            """
    )

    @Argument(help: "A spec file, or a folder that is searched for *.nettask.yaml, as it was.")
    var old: String

    @Argument(help: "The same as it is.")
    var new: String

    @Option(help: "What may break: callers or server. Can be given twice.")
    var allow: [Breakage] = []

    @Option(help: "How it is printed: text, or json for tools.")
    var format = OutputFormat.text

    enum Breakage: String, CaseIterable, ExpressibleByArgument {
        case callers
        case server
    }

    func run() throws {
        let differences = try RunReport.reading(format) { report in
            // What is wrong is told of both sides.
            let sides = [old, new].map { path in Result { try readRun(SpecFiles([path]), report) } }
            return try SpecComparison(old: sides[0].get(), new: sides[1].get()).differences
        }
        let report = DiffReport(differences: differences)
        switch format {
        case .text: print(report.text)
        case .json: print(try report.json())
        }
        let refused: [Difference.Kind] = [.callers, .server].filter { kind in
            !allow.contains { $0.rawValue == kind.rawValue }
        }
        if refused.contains(where: { !report.differences(of: $0).isEmpty }) { throw ExitCode.failure }
    }
}
