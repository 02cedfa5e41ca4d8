import ArgumentParser
import NetTaskComparison
import NetTaskGenerator
import NetTaskSpec
import NetTaskTerminal

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares specs, and reports which changes break callers or the server's side, and which only add.",
        discussion: """
            Callers are the programs that use the client. The server's side breaks if a server for the old spec does not \
            understand the requests of the new client, or the new client cannot read the server's replies. Each line names a \
            place in the new spec, or in the old spec if the entry was removed.

            OLD is usually an earlier revision:

            git show v1.2.0:api.nettask.yaml > old.nettask.yaml
            nettask diff old.nettask.yaml api.nettask.yaml

            For specs of several files:

            git worktree add ../old v1.2.0
            nettask diff ../old/specs specs

            With --semver, the command prints one word, the step of the client's version: `major` if callers or the server's \
            side break; `minor` if something is added or the delivery of tasks changes; `patch` for other differences, such \
            as documentation or a timeout; `none` without differences.

            With --stored, the command reports the durable tasks that were stored before the change and cannot be run after \
            it. A durable queue keeps tasks on disk while the app is updated. It keeps and reports tasks that the new client \
            does not know or cannot read, but does not run them. Each line lists the stranded tasks and a remedy. The command \
            also reports the tasks of the new client that an older app cannot read, for versions that run side by side.

            Exit status: 0 if nothing breaks, if all breaks are allowed, or with --semver; 1 if something breaks or strands \
            stored tasks, or a spec has errors.
            """
    )

    @Argument(help: "The old spec file, or a folder that is searched for *.nettask.yaml.", completion: .specs)
    var old: String

    @Argument(help: "The new spec file or folder.", completion: .specs)
    var new: String

    @Option(help: "The side that may break: callers or server. Can be repeated.")
    var allow: [Breakage] = []

    @Flag(help: "Print only the step of the version: major, minor, patch or none.")
    var semver = false

    @Flag(help: "Report the stored tasks that the change strands.")
    var stored = false

    @Option(help: "The output format: text, or json for tools.")
    var format = OutputFormat.text

    enum Breakage: String, CaseIterable, ExpressibleByArgument {
        case callers
        case server
    }

    func validate() throws {
        if semver, stored { throw ValidationError("'--semver' cannot be used with '--stored'") }
        if semver, format == .json { throw ValidationError("'--semver' cannot be used with '--format json'") }
        if stored, !allow.isEmpty { throw ValidationError("'--allow' cannot be used with '--stored'") }
    }

    func run() throws {
        let (before, after) = try RunReport.reading(format) { report in
            // If both sides have mistakes, all of them are reported.
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
