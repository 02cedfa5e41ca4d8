package import NetTaskSpec

/// What a run of specs has in another way than an earlier one.
package struct SpecComparison: Sendable {
    /// In the order of the new specs, what is gone behind what is there.
    package let differences: [Difference]

    /// - Parameters:
    ///   - old: What was read of the specs as they were, without errors.
    ///   - new: What was read of them as they are, in a run of its own.
    package init(old: SpecReader.Result, new: SpecReader.Result) {
        let found = Findings(oldFiles: old.paths, newFiles: new.paths)
        // Clients by their names. With several of them, a new name is another client.
        let isOnly = old.specs.count == 1 && new.specs.count == 1
        func path(_ spec: Spec) -> String { isOnly ? "" : spec.client.swift }
        let matching = Matching(old.specs, new.specs, by: path)
        for (old, new) in matching.pairs {
            let subject = Subject(found: found, path: path(new), side: .new, range: new.client.place)
            ClientComparison(old, new, found).compare(subject)
        }
        for spec in matching.added {
            Subject(found: found, path: path(spec), side: .new, range: spec.client.place)
                .add([.additive], "the client is new")
        }
        for spec in matching.gone {
            Subject(found: found, path: path(spec), side: .old, range: spec.client.place)
                .add([.callers], "the client is gone")
        }
        differences = found.differences
    }
}

/// One thing in which a spec differs from what it was, and whom that concerns.
package struct Difference: Sendable, Hashable {
    package var kinds: Set<Kind>
    /// What differs, such as `endpoints.ListPosts.params.limit`. Where there are several clients, it begins with theirs.
    package var path: String
    /// What was, and what is.
    package var message: String
    package var side: Side
    package var place: Diagnostic.Place

    package enum Kind: String, Sendable, CaseIterable {
        /// Swift code that uses the generated client does not compile any more, or does something else.
        case callers
        /// A server for the old spec does not understand what is sent now, or its replies cannot be read any more.
        case server
        /// What was not there before, and is in nobody's way.
        case additive
        /// Nobody's code breaks, but tasks are delivered in another way: `durable`, `unique`, `coalesce`, `idempotent` and
        /// `idempotencyKey`.
        case delivery
        /// Nothing of that: documentation, times, retries and the like.
        case other
    }

    /// The spec in which the place is: the old one for what is gone.
    package enum Side: String, Sendable {
        case old
        case new
    }
}

/// Gathers in what two runs differ, and what that strands. Not for use from several threads.
final class Findings {
    /// The paths of the files of each side, by the numbers that places have.
    private let oldFiles: [String]
    private let newFiles: [String]
    fileprivate(set) var differences: [Difference] = []
    private(set) var strandings: [StrandedTasks] = []

    init(oldFiles: [String], newFiles: [String]) {
        self.oldFiles = oldFiles
        self.newFiles = newFiles
    }

    /// One of the same files, to see what would be found.
    func empty() -> Findings { Findings(oldFiles: oldFiles, newFiles: newFiles) }

    /// Whether what was compared is the same to callers and to servers, and has nothing that was not there before.
    var isWithoutConsequence: Bool {
        differences.allSatisfy { $0.kinds.isSubset(of: [.delivery, .other]) }
    }

    fileprivate func place(_ subject: Subject) -> Diagnostic.Place {
        let files = subject.side == .old ? oldFiles : newFiles
        let file = files.indices.contains(subject.range.file) ? files[subject.range.file] : ""
        return Diagnostic.Place(file: file, range: subject.range)
    }

    fileprivate func add(_ stranding: StrandedTasks) { strandings.append(stranding) }

    /// Says of the strandings in a range which task they are of.
    func add(task: String, to range: Range<Int>) {
        for index in range where strandings[index].tasks.last != task { strandings[index].tasks.append(task) }
    }
}

/// What a difference is about: its path, and where that stands.
struct Subject {
    let found: Findings
    var path: String
    var side: Difference.Side
    var range: SourceRange

    /// Paths and messages quote the specs, whose names may be of any length and hold anything.
    private func shown(_ text: String) -> String { text.visible(upTo: 400) }

    // MARK: What is in it

    /// Something that has a name of its own, which is there in the new spec.
    func child(_ key: String, _ name: Name) -> Subject { child(key, name, .new) }

    /// Something that was there.
    func gone(_ key: String, _ name: Name) -> Subject { child(key, name, .old) }

    private func child(_ key: String, _ name: Name, _ side: Difference.Side) -> Subject {
        Subject(found: found, path: part("\(key).\(name.written)").path, side: side, range: name.place)
    }

    /// Something without a place of its own.
    func part(_ key: String) -> Subject {
        Subject(found: found, path: path.isEmpty ? key : "\(path).\(key)", side: side, range: range)
    }

    // MARK: What differs

    func add(_ kinds: Set<Difference.Kind>, _ message: String) {
        let (path, message, place) = (shown(path), shown(message), found.place(self))
        found.differences.append(Difference(kinds: kinds, path: path, message: message, side: side, place: place))
    }

    /// - Parameter what: What was one thing and is another.
    func add(_ kinds: Set<Difference.Kind>, _ what: String = "it", was old: String?, is new: String?) {
        add(kinds, "\(what) was \(old?.quotedForMessage ?? "none") and is \(new?.quotedForMessage ?? "none")")
    }

    /// What nobody has to do anything about.
    func addOther(_ key: String, ifNot isSame: Bool) {
        if !isSame { add([.other], "`\(key)` is not what it was") }
    }

    /// The keys of a map whose changes nobody has to do anything about, as the language's table has them.
    func addHarmlessChanges<Part>(_ rule: MappingRule, _ old: Part, _ new: Part) {
        for key in rule.harmlessChanges(old, new) { addOther(key, ifNot: false) }
    }

    /// What something is called. Only its Swift name is of use to anybody's code.
    func compare(_ old: Name, _ new: Name) {
        if old.swift != new.swift {
            let word = old.written == new.written ? "its Swift name" : "it was renamed: its name"
            add([.callers], word, was: old.swift, is: new.swift)
        } else if old.written != new.written {
            let name = old.written.quotedForMessage
            add([.other], "it was called \(name) in the spec; its Swift name is the same")
        }
    }

    /// `mutable:`, where properties have become `let` or `var`.
    func compareMutability(_ old: Bool, _ new: Bool) {
        if old, !new { add([.callers], "its properties cannot be set any more") }
        if !old, new { add([.additive], "its properties can be set now") }
    }

    /// `attributes:`. Only the compiler knows what each of them means for callers.
    func compareAttributes(_ old: [SwiftAttribute], _ new: [SwiftAttribute]) {
        for attribute in old where !new.contains(attribute) {
            add([.callers], "it does not have the attribute \(attribute.text.quotedForMessage) any more")
        }
        for attribute in new where !old.contains(attribute) {
            add([.callers], "it has the attribute \(attribute.text.quotedForMessage) now")
        }
    }

    /// A case that is new, of an enumeration or of alternatives.
    ///
    /// - Parameter catchAll: The case for values that are not listed, if there is one.
    func addNewCase(besides catchAll: String?) {
        if let catchAll {
            add([.additive], "it is new; it was `\(catchAll)`, and a `switch` without `default` needs it")
        } else {
            add([.callers], "it is new; a `switch` needs it")
        }
    }

    /// A case that is gone.
    func addGoneCase(_ use: FieldUse) {
        if use.isRead, use.catchAll == nil {
            add([.callers, .server], "it is gone, and a reply that has it is an error")
        } else {
            add([.callers], "it is gone")
        }
    }

    // MARK: What is stranded

    /// - Parameters:
    ///   - message: What was, and what is.
    ///   - remedy: What to do about it.
    ///   - tasks: What the tasks are called on disk, as far as that is known already.
    func strand(_ message: String, _ remedy: String, tasks: [String] = []) {
        add(.stranded, message, remedy, tasks)
    }

    /// What there is to know of tasks that are run.
    func note(_ message: String, _ remedy: String) {
        add(.note, message, remedy, [])
    }

    /// What apps of before cannot read.
    func unread(_ message: String, _ remedy: String) {
        add(.unread, message, remedy, [])
    }

    private func add(_ kind: StrandedTasks.Kind, _ message: String, _ remedy: String, _ tasks: [String]) {
        let stranding = StrandedTasks(
            kind: kind,
            path: shown(path),
            message: shown(message),
            remedy: shown(remedy),
            tasks: tasks,
            side: side,
            place: found.place(self)
        )
        found.add(stranding)
    }
}

/// Which of the things in a list became which of those in another one.
struct Matching<Item> {
    private let olds: [Item]
    private let news: [Item]
    private var isPaired: [Bool]
    /// The index of the old one that each new one was.
    private var pairOfNew: [Int?]

    /// - Parameter key: What both have in common, such as a name.
    init(_ olds: [Item], _ news: [Item], by key: (Item) -> String) {
        self.olds = olds
        self.news = news
        isPaired = olds.map { _ in false }
        pairOfNew = news.map { _ in nil }
        pairRest(key, key)
    }

    /// In the order of the new ones.
    var pairs: [(old: Item, new: Item)] {
        zip(pairOfNew, news).compactMap { old, new in old.map { (olds[$0], new) } }
    }

    var gone: [Item] { zip(isPaired, olds).filter { !$0.0 }.map(\.1) }
    var added: [Item] { zip(pairOfNew, news).filter { $0.0 == nil }.map(\.1) }

    /// Pairs those that are left, by something else that they have in common.
    ///
    /// - Parameters:
    ///   - key: nil for one that cannot be paired in this way.
    ///   - isSame: Whether two with the same key can be a pair.
    mutating func pairRest(
        by key: (Item) -> String?,
        where isSame: (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
    ) {
        pairRest(key, key, where: isSame)
    }

    mutating func pairRest(
        _ oldKey: (Item) -> String?,
        _ newKey: (Item) -> String?,
        where isSame: (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
    ) {
        var candidates: [String: [Int]] = [:]
        for index in olds.indices where !isPaired[index] {
            if let key = oldKey(olds[index]) { candidates[key, default: []].append(index) }
        }
        for index in news.indices where pairOfNew[index] == nil {
            guard let key = newKey(news[index]), let found = candidates[key] else { continue }
            // Only so many are tried, so that no spec can take its time.
            let tried = found.filter { !isPaired[$0] }.prefix(16)
            guard let old = tried.first(where: { isSame(olds[$0], news[index]) }) else { continue }
            isPaired[old] = true
            pairOfNew[index] = old
        }
    }

    /// Pairs those that are left, by what new ones say that they were.
    ///
    /// - Parameter former: The names that one had, the last one last.
    mutating func pairRest(by name: (Item) -> String, formerly former: (Item) -> [String]) {
        let left = Set(gone.map(name))
        pairRest(name, { former($0).last(where: left.contains) })
    }

    /// The names that things had, and those that they have.
    func names(_ name: (Item) -> Name) -> [String: String] {
        Dictionary(pairs.map { (name($0.old).written, name($0.new).written) }) { first, _ in first }
    }

    /// Two new ones that were the other way round; nil if all have the order that they had.
    var firstOutOfOrder: (first: Item, second: Item)? {
        let pairs = pairOfNew.enumerated().compactMap { new, old in old.map { (old: $0, new: new) } }
        for (pair, next) in zip(pairs, pairs.dropFirst()) where pair.old > next.old {
            return (news[pair.new], news[next.new])
        }
        return nil
    }
}
