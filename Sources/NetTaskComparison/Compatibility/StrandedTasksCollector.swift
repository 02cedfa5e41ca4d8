import NetTaskSpec

/// Gathers what a change strands. Not for use from several threads.
final class StrandedTasksCollector {
    private let oldFiles: [String]
    private let newFiles: [String]
    private(set) var findings: [StrandedTasks] = []

    /// Paths and messages quote the specs, whose names may be of any length and hold anything.
    private static let longest = 400

    init(oldFiles: [String], newFiles: [String]) {
        self.oldFiles = oldFiles
        self.newFiles = newFiles
    }

    func add(
        _ kind: StrandedTasks.Kind,
        _ subject: DifferenceCollector.Subject,
        _ message: String,
        _ remedy: String,
        tasks: [String] = []
    ) {
        let files = subject.side == .old ? oldFiles : newFiles
        let file = files.indices.contains(subject.range.file) ? files[subject.range.file] : ""
        findings.append(
            StrandedTasks(
                kind: kind,
                path: subject.path.visible(upTo: Self.longest),
                message: message.visible(upTo: Self.longest),
                remedy: remedy.visible(upTo: Self.longest),
                tasks: tasks,
                side: subject.side,
                place: Diagnostic.Place(file: file, range: subject.range)
            )
        )
    }

    /// Says of the findings in a range which task they are of.
    func add(task: String, to findings: Range<Int>) {
        for index in findings where self.findings[index].tasks.last != task { self.findings[index].tasks.append(task) }
    }
}
