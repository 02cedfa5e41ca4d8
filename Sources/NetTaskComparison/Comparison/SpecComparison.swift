package import NetTaskSpec

/// The differences between two runs of specs.
package struct SpecComparison: Sendable {
    /// The differences in the order of the new specs. Removed parts follow the others.
    package let differences: [Difference]

    /// - Parameters:
    /// - old: The result of reading the old specs, without errors.
    /// - new: The result of reading the new specs, in a separate run.
    package init(old: SpecReader.Result, new: SpecReader.Result) {
        let found = Findings(oldFiles: old.paths, newFiles: new.paths)
        // Matches clients by name. With several clients, another name means another client.
        let isOnly = old.specs.count == 1 && new.specs.count == 1
        func path(_ spec: Spec) -> String { isOnly ? "" : spec.client.swift }
        let matching = Matching(old.specs, new.specs, by: path)
        for (old, new) in matching.pairs {
            let subject = Subject(found: found, path: path(new), side: .new, range: new.client.place)
            ClientComparison(old, new, found).compare(subject)
        }
        for spec in matching.added {
            Subject(found: found, path: path(spec), side: .new, range: spec.client.place)
                .add([.additive], "the client was added")
        }
        for spec in matching.removed {
            Subject(found: found, path: path(spec), side: .old, range: spec.client.place)
                .add([.callers], "the client was removed")
        }
        differences = found.differences
    }
}

/// A difference between the old and the new spec, and its consequences.
package struct Difference: Sendable, Hashable {
    package var kinds: Set<Kind>
    /// The changed part, such as `endpoints.ListPosts.params.limit`. If there are several clients, it begins with the
    /// client.
    package var path: String
    /// The old and the new state.
    package var message: String
    package var side: Side
    package var place: Diagnostic.Place

    package enum Kind: String, Sendable, CaseIterable {
        /// Swift code that uses the client no longer compiles, or does something else.
        case callers
        /// A server for the old spec does not understand the new requests, or the new client cannot read its replies.
        case server
        /// An addition that breaks nothing.
        case additive
        /// No code breaks, but tasks are delivered differently: `durable`, `unique`, `coalesce`, `idempotent` and
        /// `idempotencyKey`.
        case delivery
        /// Other differences, such as documentation, times and retries.
        case other
    }

    /// The spec that contains the place: the old one for removed parts.
    package enum Side: String, Sendable {
        case old
        case new
    }
}

/// Collects the differences and the stranded tasks of two runs. Not thread-safe.
final class Findings {
    /// The paths of the files of each side, by number.
    private let oldFiles: [String]
    private let newFiles: [String]
    fileprivate(set) var differences: [Difference] = []
    private(set) var strandings: [StrandedTasks] = []

    init(oldFiles: [String], newFiles: [String]) {
        self.oldFiles = oldFiles
        self.newFiles = newFiles
    }

    /// Makes an empty collector for the same files, for trial comparisons.
    func empty() -> Findings { Findings(oldFiles: oldFiles, newFiles: newFiles) }

    /// Whether the compared parts are equal for callers and servers, without additions.
    var isWithoutConsequence: Bool {
        differences.allSatisfy { $0.kinds.isSubset(of: [.delivery, .other]) }
    }

    fileprivate func place(_ subject: Subject) -> Diagnostic.Place {
        let files = subject.side == .old ? oldFiles : newFiles
        let file = files.indices.contains(subject.range.file) ? files[subject.range.file] : ""
        return Diagnostic.Place(file: file, range: subject.range)
    }

    fileprivate func add(_ stranding: StrandedTasks) { strandings.append(stranding) }

    /// Adds the task to the findings in a range.
    func add(task: String, to range: Range<Int>) {
        for index in range where strandings[index].tasks.last != task { strandings[index].tasks.append(task) }
    }
}

/// The subject of a difference: its path, and its place.
struct Subject {
    let found: Findings
    var path: String
    var side: Difference.Side
    var range: SourceRange

    /// Truncates quotes of the specs, whose names may be long.
    private func shown(_ text: String) -> String { text.visible(upTo: 400) }

    // MARK: Parts

    /// A named part in the new spec.
    func child(_ key: String, _ name: Name) -> Subject { child(key, name, .new) }

    /// A named part that was removed.
    func removed(_ key: String, _ name: Name) -> Subject { child(key, name, .old) }

    private func child(_ key: String, _ name: Name, _ side: Difference.Side) -> Subject {
        Subject(found: found, path: part("\(key).\(name.written)").path, side: side, range: name.place)
    }

    /// A part without its own place.
    func part(_ key: String) -> Subject {
        Subject(found: found, path: path.isEmpty ? key : "\(path).\(key)", side: side, range: range)
    }

    // MARK: Differences

    func add(_ kinds: Set<Difference.Kind>, _ message: String) {
        let (path, message, place) = (shown(path), shown(message), found.place(self))
        found.differences.append(Difference(kinds: kinds, path: path, message: message, side: side, place: place))
    }

    /// - Parameter what: The changed property.
    func add(_ kinds: Set<Difference.Kind>, _ what: String = "it", was old: String?, is new: String?) {
        add(kinds, "\(what) changed from \(old?.quotedForMessage ?? "none") to \(new?.quotedForMessage ?? "none")")
    }

    /// Adds a difference that needs no action.
    func addOther(_ key: String, ifNot isSame: Bool) {
        if !isSame { add([.other], "`\(key)` changed") }
    }

    /// Adds the changed keys of a map whose changes need no action, according to the table of the spec language.
    func addHarmlessChanges<Part>(_ rule: MappingRule, _ old: Part, _ new: Part) {
        for key in rule.harmlessChanges(old, new) { addOther(key, ifNot: false) }
    }

    /// Compares names. Only a changed Swift name affects code.
    func compare(_ old: Name, _ new: Name) {
        if old.swift != new.swift {
            let word = old.written == new.written ? "its Swift name" : "it was renamed: its name"
            add([.callers], word, was: old.swift, is: new.swift)
        } else if old.written != new.written {
            let name = old.written.quotedForMessage
            add([.other], "its name in the spec was \(name); its Swift name is the same")
        }
    }

    /// `mutable:`, where properties have become `let` or `var`.
    func compareMutability(_ old: Bool, _ new: Bool) {
        if old, !new { add([.callers], "its properties can no longer be set") }
        if !old, new { add([.additive], "its properties can now be set") }
    }

    /// Compares `attributes:`. Only the compiler knows their effects on callers.
    func compareAttributes(_ old: [SwiftAttribute], _ new: [SwiftAttribute]) {
        for attribute in old where !new.contains(attribute) {
            add([.callers], "the attribute \(attribute.text.quotedForMessage) was removed")
        }
        for attribute in new where !old.contains(attribute) {
            add([.callers], "the attribute \(attribute.text.quotedForMessage) was added")
        }
    }

    /// Adds a new case, of an enumeration or of alternatives.
    ///
    /// - Parameter catchAll: The case for unlisted values, if there is one.
    func addNewCase(besides catchAll: String?) {
        if let catchAll {
            add([.additive], "it was added; its value was `\(catchAll)`, and a `switch` without `default` needs it")
        } else {
            add([.callers], "it was added; a `switch` needs it")
        }
    }

    /// Adds a removed case.
    func addRemovedCase(_ use: FieldUse) {
        if use.isRead, use.catchAll == nil {
            add([.callers, .server], "it was removed, and a reply with it is an error")
        } else {
            add([.callers], "it was removed")
        }
    }

    // MARK: Stranded tasks

    /// - Parameters:
    /// - message: The old and the new state.
    /// - remedy: The correction.
    /// - tasks: The stored names of the tasks, as far as they are known.
    func strand(_ message: String, _ remedy: String, tasks: [String] = []) {
        add(.stranded, message, remedy, tasks)
    }

    /// Adds a note about tasks that are run.
    func note(_ message: String, _ remedy: String) {  // words: a note
        add(.note, message, remedy, [])
    }

    /// Adds a finding about values that older apps cannot read.
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

/// Matches the elements of an old and a new list.
struct Matching<Item> {
    private let olds: [Item]
    private let news: [Item]
    private var isPaired: [Bool]
    /// The index of the old element of each new one.
    private var pairOfNew: [Int?]

    /// - Parameter key: The common property of a pair, such as a name.
    init(_ olds: [Item], _ news: [Item], by key: (Item) -> String) {
        self.olds = olds
        self.news = news
        isPaired = olds.map { _ in false }
        pairOfNew = news.map { _ in nil }
        pairRest(key, key)
    }

    /// The pairs, in the order of the new elements.
    var pairs: [(old: Item, new: Item)] {
        zip(pairOfNew, news).compactMap { old, new in old.map { (olds[$0], new) } }
    }

    var removed: [Item] { zip(isPaired, olds).filter { !$0.0 }.map(\.1) }
    var added: [Item] { zip(pairOfNew, news).filter { $0.0 == nil }.map(\.1) }

    /// Pairs the remaining elements by another common property.
    ///
    /// - Parameters:
    ///   - key: The property; `nil` for an element that cannot be paired by it.
    ///   - isSame: Whether two elements with the same key are a pair.
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
            // Limits the number of candidates, so that each spec is compared in a bounded time.
            let tried = found.filter { !isPaired[$0] }.prefix(16)
            guard let old = tried.first(where: { isSame(olds[$0], news[index]) }) else { continue }
            isPaired[old] = true
            pairOfNew[index] = old
        }
    }

    /// Pairs the remaining elements by the former names of new ones.
    ///
    /// - Parameter former: The former names, with the latest one last.
    mutating func pairRest(by name: (Item) -> String, formerly former: (Item) -> [String]) {
        let left = Set(removed.map(name))
        pairRest(name, { former($0).last(where: left.contains) })
    }

    /// The new names, by old name.
    func names(_ name: (Item) -> Name) -> [String: String] {
        Dictionary(pairs.map { (name($0.old).written, name($0.new).written) }) { first, _ in first }
    }

    /// Two new elements whose order changed; `nil` if the order is the same.
    var firstOutOfOrder: (first: Item, second: Item)? {
        let pairs = pairOfNew.enumerated().compactMap { new, old in old.map { (old: $0, new: new) } }
        for (pair, next) in zip(pairs, pairs.dropFirst()) where pair.old > next.old {
            return (news[pair.new], news[next.new])
        }
        return nil
    }
}
