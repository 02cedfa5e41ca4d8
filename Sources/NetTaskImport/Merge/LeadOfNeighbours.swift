/// The lines above some entries of the team and above the entry that follows them, as one piece.
///
/// The team may put an entry of its own between a comment of the document and what that stood above. The comment is
/// still the document's then.
struct LeadOfNeighbours {
    let joined: [String]
    private let own: [[String]]
    private let following: [String]

    /// Stands for an entry. No line of a file is like it.
    private static let mark = "\0"

    init(_ own: [[String]], before following: [String]) {
        self.own = own
        self.following = following
        joined = own.flatMap { $0 + [Self.mark] } + following
    }

    /// Whether a comment of the base is above the team's entries, and no more above the one that follows.
    func holdComments(of base: [String]) -> Bool {
        let above = Set(own.joined().map(\.trimmed))
        let following = Set(following.map(\.trimmed))
        return base.contains { $0.holdsComment && above.contains($0.trimmed) && !following.contains($0.trimmed) }
    }

    /// The lines of each entry.
    static func split(_ lines: [String]) -> [[String]] {
        var parts: [[String]] = [[]]
        for line in lines {
            if line == mark { parts.append([]) } else { parts[parts.count - 1].append(line) }
        }
        return parts
    }
}
