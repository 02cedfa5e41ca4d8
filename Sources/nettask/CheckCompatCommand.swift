import ArgumentParser
import NetTaskComparison
import NetTaskGenerator
import NetTaskSpec

struct CheckCompatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-compat",
        abstract: "Says which durable tasks, stored before a change of specs, could not be run after it.",
        discussion: """
            A durable queue keeps tasks on disk, also while the app is updated. A task that the new client does not know, or \
            cannot read, is not lost: it is kept and reported, but it is not run. Each line is at its place in the new spec, \
            or in the old one for what is gone, with the tasks that it strands and how to mend it.

            OLD is usually the spec of the last release:

            git show v1.2.0:api.nettask.yaml > old.nettask.yaml
            nettask check-compat old.nettask.yaml api.nettask.yaml

            Exit status: 0 if no task is stranded; 1 if some are, or a spec has errors.
            """
    )

    @Argument(help: "A spec file, or a folder that is searched for *.nettask.yaml, as it was.")
    var old: String

    @Argument(help: "The same as it is.")
    var new: String

    @Flag(help: "Print JSON, for tools.")
    var json = false

    func run() throws {
        // What is wrong is told of both sides.
        let sides = [old, new].map { path in Result { try readRun(SpecFiles([path])) } }
        let report = CompatReport(
            findings: try StoredTasksComparison(old: sides[0].get(), new: sides[1].get()).findings
        )
        print(json ? try report.json() : report.text)
        if report.isStranding { throw ExitCode.failure }
    }
}
