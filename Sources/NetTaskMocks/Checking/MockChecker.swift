/// Compares values with their types. Any value takes a limited time.
package struct MockChecker: Sendable {
    let shapes: [String: MockType]
    /// Whether to report values that the description allows but does not state: members that no type describes, unknown
    /// values of open enumerations and choices, and null for an optional member. Default: `false`.
    package var reportsUndescribed = false

    package init(_ shapes: [String: MockType]) {
        self.shapes = shapes
    }

    /// The problems of a JSON value, at most 20.
    package func problems(
        in value: JSONValue,
        as type: MockType,
        at path: String = "",
        in direction: MockMember.Direction
    ) -> [MockProblem] {
        var run = CheckRun(self, direction, path)
        run.check(value, type, depth: 0)
        return run.problems
    }

    /// The problems of the text of a single value in a path, a query, a header or a cookie.
    ///
    /// - Parameter isSecret: whether a problem must not quote the text.
    package func problems(
        inText text: String,
        as type: MockType,
        at path: String,
        isSecret: Bool
    ) -> [MockProblem] {
        var run = CheckRun(self, .request, path)
        run.isSecret = isSecret
        run.check(text: text, type, depth: 0)
        return run.problems
    }

    /// The type behind the names of shapes; `nil` if there is none.
    func resolved(_ type: MockType) -> MockType? {
        var type = type
        for _ in 0..<32 {
            guard case .shape(let name) = type else { return type }
            guard let next = shapes[name] else { return nil }
            type = next
        }
        return nil
    }
}

/// One comparison.
struct CheckRun {
    private enum Step {
        case name(String)
        case index(Int)
    }

    /// Whether values of open types are valid that the description does not list. A client reads them, but must not send them.
    var acceptsUnknown: Bool { direction == .response && !reportsUndescribed }

    static let maxProblems = 20
    /// Values that are nested deeper are not compared.
    static let maxDepth = 128

    let checker: MockChecker
    let direction: MockMember.Direction
    private(set) var problems: [MockProblem] = []
    /// Whether the value is part of a secret.
    var isSecret = false
    /// The comparisons that can still be made.
    var left = 200_000
    /// The patterns so far.
    var matchers: [String: PatternMatcher] = [:]
    /// Whether undescribed values count now.
    var reportsUndescribed: Bool
    private let start: String
    private var path: [Step] = []

    init(_ checker: MockChecker, _ direction: MockMember.Direction, _ start: String) {
        self.checker = checker
        self.direction = direction
        self.start = start
        reportsUndescribed = checker.reportsUndescribed
    }

    // MARK: Problems

    mutating func refuse(_ value: JSONValue, as type: MockType) {
        refuse(value, expected: MockWording.expected(type, checker.shapes))
    }

    mutating func refuse(_ value: JSONValue, expected: String, kind: MockProblem.Kind = .value) {
        refuse(found: isSecret ? "a secret" : MockWording.short(value), expected, kind, isSecret ? nil : value)
    }

    mutating func refuseAbsence(of type: MockType) {
        refuse(found: "nothing", MockWording.expected(type, checker.shapes), .missing, nil)
    }

    private mutating func refuse(found: String, _ expected: String, _ kind: MockProblem.Kind, _ value: JSONValue?) {
        guard problems.count < Self.maxProblems else { return }
        var problem = MockProblem(path: pathText, found: found, expected: expected)
        problem.kind = kind
        problem.value = value
        problem.steps = path.map { if case .name(let name) = $0 { name } else { nil } }
        problems.append(problem)
    }

    private var pathText: String {
        path.prefix(32).reduce(into: start) { text, step in
            switch step {
            case .name(let name): text += (text.isEmpty ? "" : ".") + MockWording.short(name, 60)
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    mutating func within(_ name: String, _ body: (inout CheckRun) -> Void) {
        // The keys in a secret are part of it.
        within(isSecret ? nil : .name(name), body)
    }

    mutating func within(index: Int, _ body: (inout CheckRun) -> Void) {
        within(.index(index), body)
    }

    private mutating func within(_ step: Step?, _ body: (inout CheckRun) -> Void) {
        guard problems.count < Self.maxProblems else { return }
        if let step { path.append(step) }
        body(&self)
        if step != nil { path.removeLast() }
    }

    /// The problems of a comparison that does not count yet.
    mutating func tried(_ body: (inout CheckRun) -> Void) -> [MockProblem] {
        var attempt = self
        attempt.problems = []
        body(&attempt)
        left = attempt.left
        matchers = attempt.matchers
        return attempt.problems
    }

    mutating func add(_ others: [MockProblem]) {
        problems += others.prefix(Self.maxProblems - problems.count)
    }

    // MARK: Values

    mutating func check(_ value: JSONValue, _ type: MockType, depth: Int, known: Set<String> = []) {
        left -= 1
        guard left > 0, depth < Self.maxDepth, problems.count < Self.maxProblems else { return }
        switch type {
        case .any: return
        case .shape(let name):
            if let shape = checker.shapes[name] { check(value, shape, depth: depth + 1, known: known) }
        case .nullable(let inner):
            if !value.isNull { check(value, inner, depth: depth + 1, known: known) }
        case .list(let element, let constraints): checkList(value, element, constraints, type, depth: depth)
        case .dictionary(let element, let constraints):
            guard let members = checkedMembers(value, constraints, type) else { return }
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                within(name) { $0.check(member, element, depth: depth + 1) }
            }
        case .object(let members, let additional):
            guard let object = value.objectValue else {
                return refuse(value, as: type)
            }
            checkObject(object, members, additional, depth: depth, known: known)
        case .choice(let choice): checkChoice(value, choice, type, depth: depth, known: known)
        case .boolean, .integer, .number, .text, .date, .uuid, .url, .bytes, .file, .values:
            checkScalar(value, type)
        }
    }

    private mutating func checkList(
        _ value: JSONValue,
        _ element: MockType,
        _ constraints: MockConstraints,
        _ type: MockType,
        depth: Int
    ) {
        guard let elements = value.arrayValue else {
            return refuse(value, as: type)
        }
        let isInBounds = elements.count >= constraints.minItems ?? 0 && elements.count <= constraints.maxItems ?? .max
        if !isInBounds { refuse(value, as: type) }
        if constraints.hasUniqueItems {
            var seen: Set<JSONValue> = []
            if let index = elements.firstIndex(where: { !seen.insert($0).inserted }) {
                within(index: index) { $0.refuse(elements[index], expected: "an element that occurs once") }
            }
        }
        if case .any = element { return }
        for (index, value) in elements.enumerated() {
            guard left > 0, problems.count < Self.maxProblems else { return }
            within(index: index) { $0.check(value, element, depth: depth + 1) }
        }
    }

    private mutating func checkedMembers(
        _ value: JSONValue,
        _ constraints: MockConstraints,
        _ type: MockType
    ) -> [String: JSONValue]? {
        guard let members = value.objectValue else {
            refuse(value, as: type)
            return nil
        }
        let minimum = constraints.minProperties ?? 0
        if members.count < minimum || members.count > constraints.maxProperties ?? .max {
            refuse(value, as: type)
        }
        return members
    }
}
