package import NetTaskSpec

extension SpecMerge {
    /// One thing that a merge did, or left as the team has it.
    package struct Change: Sendable, Equatable {
        package var kind: Kind
        /// What it is about: the keys on the way to it, as `endpoints`, `ListPets`, `params`, `limit`. None for a file.
        package var path: [String]
        package var file: String
        /// Where that is in the file after the merge; for what is gone, where it was within.
        package var range: SourceRange
        package var message: String

        package enum Kind: Sendable, Equatable, CaseIterable {
            /// New in the document, and here now.
            case added
            /// Changed in the document, and here now.
            case changed
            /// Gone from the document, and from here.
            case removed
            /// Changed in the document and by the team: the team's stays.
            case keptYours
            /// Gone from the document, but changed by the team: it stays.
            case keptThoughDropped
        }
    }
}

extension SpecMerge.Change {
    /// As `endpoints.ListPets.params.limit`; the file's name for a whole file.
    package var subject: String { path.isEmpty ? file : path.joined(separator: ".") }
}

extension SpecMerge.Change: CustomStringConvertible {
    /// As compilers write theirs: `pets.nettask.yaml:12:7: note: …`.
    package var description: String {
        "\(Diagnostic.Place(file: file, range: range)): note: \(message)"
    }
}
