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

            With --semver it prints one word, the step of the client's version: `major` if callers or the server's side \
            break; `minor` if something is added, or tasks are delivered in another way; `patch` if something else differs, \
            such as documentation or a timeout; `none` if nothing does.

            With --stored it says instead which durable tasks, stored before the change, could not be run after it. A durable \
            queue keeps tasks on disk, also while the app is updated; one that the new client does not know, or cannot read, \
            is kept and reported, but not run. Each line has the tasks that it strands, and how to mend it. It also says which \
            tasks of the new client an older app cannot read, which matters where both run side by side.

            Exit status: 0 if nothing breaks, or what does is allowed, and always with --semver; 1 if something breaks or \
            strands stored tasks, or a spec has errors.
            """
    )

    @Argument(help: "A spec file, or a folder that is searched for *.nettask.yaml, as it was.", completion: .specs)
    var old: String

    @Argument(help: "The spec file or the folder as it is now.", completion: .specs)
    var new: String

    @Option(help: "What may break: callers or server. Can be given twice.")
    var allow: [Breakage] = []

    @Flag(help: "Print the step of the version alone: major, minor, patch or none.")
    var semver = false

    @Flag(help: "Say which stored tasks the change strands.")
    var stored = false

    @Option(help: "How it is printed: text, or json for tools.")
    var format = OutputFormat.text

    enum Breakage: String, CaseIterable, ExpressibleByArgument {
        case callers
        case server
    }

    func validate() throws {
        if semver, stored { throw ValidationError("'--semver' cannot be used with '--stored'") }
        if semver, format == .json { throw ValidationError("'--semver' prints one word, and no JSON") }
        if stored, !allow.isEmpty { throw ValidationError("'--allow' cannot be used with '--stored'") }
    }

    func run() throws {
        let (before, after) = try RunReport.reading(format) { report in
            // Reports the mistakes of both sides.
            let sides = [old, new].map { path in Result { try readSpecs(SpecFiles([path]), report) } }
            return (try sides[0].get(), try sides[1].get())
        }
        if stored {
            let report = StoredReport(findings: StoredTasksComparison(old: before, new: after).findings)
            print(format == .json ? try report.json() : report.text)
            if report.isStranding { throw ExitCode.failure }
            return
        }
        let report = DiffReport(differences: SpecComparison(old: before, new: after).differences)
        if semver { return print(report.step) }
        print(format == .json ? try report.json() : report.text)
        let refused: [Difference.Kind] = [.callers, .server].filter { kind in
            !allow.contains { $0.rawValue == kind.rawValue }
        }
        if refused.contains(where: { !report.differences(of: $0).isEmpty }) { throw ExitCode.failure }
    }
}
