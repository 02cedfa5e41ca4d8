import NetTaskSpec

/// Gathers the differences of two runs. Not for use from several threads.
final class DifferenceCollector {
    /// The paths of the files of each side, by the numbers that places have.
    private let oldFiles: [String]
    private let newFiles: [String]
    private(set) var differences: [Difference] = []

    /// Paths and messages quote the specs, whose names may be of any length and hold anything.
    private static let longest = 400

    init(oldFiles: [String], newFiles: [String]) {
        self.oldFiles = oldFiles
        self.newFiles = newFiles
    }

    /// A collector of the same files, to see what would be found.
    func empty() -> DifferenceCollector {
        DifferenceCollector(oldFiles: oldFiles, newFiles: newFiles)
    }

    /// Whether what was compared is the same to callers and to servers, and has nothing that was not there before.
    var isWithoutConsequence: Bool {
        differences.allSatisfy { $0.kinds.isSubset(of: [.delivery, .other]) }
    }

    func add(_ kinds: Set<Difference.Kind>, _ subject: Subject, _ message: String) {
        let files = subject.side == .old ? oldFiles : newFiles
        let file = files.indices.contains(subject.range.file) ? files[subject.range.file] : ""
        differences.append(
            Difference(
                kinds: kinds,
                path: subject.path.visible(upTo: Self.longest),
                message: message.visible(upTo: Self.longest),
                side: subject.side,
                place: Diagnostic.Place(file: file, range: subject.range)
            )
        )
    }

    /// What nobody has to do anything about.
    func addOther(_ subject: Subject, ifNot isSame: Bool, _ key: String) {
        if !isSame { add([.other], subject, "`\(key)` is not what it was") }
    }

    /// `mutable:`, where properties have become `let` or `var`.
    func addMutability(_ subject: Subject, _ wasMutable: Bool, _ isMutable: Bool) {
        if wasMutable, !isMutable { add([.callers], subject, "its properties cannot be set any more") }
        if !wasMutable, isMutable { add([.additive], subject, "its properties can be set now") }
    }

    /// What a difference is about: its path, and where that stands.
    struct Subject {
        var path: String
        var side: Difference.Side
        var range: SourceRange

        /// Something in it that has a name of its own, which is there in the new spec.
        func child(_ key: String, _ name: Name) -> Subject { child(key, name, .new) }

        /// Something that was in it.
        func gone(_ key: String, _ name: Name) -> Subject { child(key, name, .old) }

        /// Something in it without a place of its own.
        func part(_ key: String) -> Subject {
            Subject(path: path.isEmpty ? key : "\(path).\(key)", side: side, range: range)
        }

        private func child(_ key: String, _ name: Name, _ side: Difference.Side) -> Subject {
            Subject(path: part("\(key).\(name.written)").path, side: side, range: name.place)
        }
    }
}
