/// Merges lines of comments: what the document changed comes in where the team left the old lines as they were.
enum LineMerge {
    struct Result {
        var lines: [String]
        /// Whether comments of the document came in or went.
        var changesComments = false
        /// Whether comments of the document were left out, since the team changed or removed the old ones.
        var leavesOutComments = false
    }

    /// More lines than these are taken as they are on one side.
    private static let longest = 2_000

    static func merge(base: [String], ours: [String], theirs: [String]) -> Result {
        if same(theirs, base) || same(ours, theirs) { return Result(lines: ours) }
        if same(ours, base) { return Result(lines: theirs, changesComments: commentsDiffer(base, theirs)) }
        guard max(base.count, ours.count, theirs.count) <= longest else {
            return Result(lines: ours, leavesOutComments: commentsDiffer(base, theirs))
        }
        var result = Result(lines: [])
        let placeInOurs = matches(base, ours)
        var removed: Set<Int> = []
        var added: [Int: [String]] = [:]
        for hunk in hunks(base, theirs) {
            let old = Array(base[hunk.base])
            let new = hunk.lines
            let places = hunk.base.compactMap { placeInOurs[$0] }
            let place: Int?
            if hunk.base.isEmpty {
                place = self.place(of: hunk.base.lowerBound, in: placeInOurs, baseCount: base.count)
            } else {
                place = places.count == hunk.base.count ? places[0] : nil
            }
            let comments = (old + new).contains { $0.holdsComment }
            guard let place else {
                result.leavesOutComments = result.leavesOutComments || comments
                continue
            }
            let isThere =
                !new.isEmpty && old.isEmpty && new.allSatisfy { line in ours.contains { $0.trimmed == line.trimmed } }
            if isThere { continue }
            removed.formUnion(places)
            added[place, default: []] += new
            result.changesComments = result.changesComments || comments
        }
        for index in 0...ours.count {
            result.lines += added[index] ?? []
            if index < ours.count, !removed.contains(index) { result.lines.append(ours[index]) }
        }
        return result
    }

    /// Where lines go that the document has before the line `index` of the base.
    private static func place(of index: Int, in placeInOurs: [Int: Int], baseCount: Int) -> Int? {
        if baseCount == 0 { return 0 }
        if let before = placeInOurs[index - 1] { return before + 1 }
        return placeInOurs[index]
    }

    private static func same(_ left: [String], _ right: [String]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    }

    private static func commentsDiffer(_ left: [String], _ right: [String]) -> Bool {
        left.filter(\.holdsComment).map(\.trimmed) != right.filter(\.holdsComment).map(\.trimmed)
    }

    private static func hunks(_ base: [String], _ theirs: [String]) -> [(base: Range<Int>, lines: [String])] {
        let places = matches(base, theirs)
        var hunks: [(base: Range<Int>, lines: [String])] = []
        var baseIndex = 0
        var theirsIndex = 0
        for index in 0...base.count {
            guard index == base.count || places[index] != nil else { continue }
            let place = index == base.count ? theirs.count : places[index] ?? 0
            if baseIndex < index || theirsIndex < place {
                hunks.append((baseIndex..<index, Array(theirs[theirsIndex..<place])))
            }
            (baseIndex, theirsIndex) = (index + 1, place + 1)
        }
        return hunks
    }

    /// Which line is which: the longest common subsequence, indentation aside.
    private static func matches(_ left: [String], _ right: [String]) -> [Int: Int] {
        let (left, right) = (left.map(\.trimmed), right.map(\.trimmed))
        var lengths = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for i in left.indices.reversed() {
            for j in right.indices.reversed() {
                let skipped = max(lengths[i + 1][j], lengths[i][j + 1])
                lengths[i][j] = left[i] == right[j] ? lengths[i + 1][j + 1] + 1 : skipped
            }
        }
        var matches: [Int: Int] = [:]
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if left[i] == right[j] {
                matches[i] = j
                (i, j) = (i + 1, j + 1)
            } else if lengths[i + 1][j] >= lengths[i][j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return matches
    }
}
