/// Makes values of types. The same seed, type and name give the same value.
///
/// Values are plausible by their names, and within their constraints. Members that are not required are present, except deep in
/// large values, and where a shape contains itself.
package struct MockValueMaker: Sendable {
    /// About the number of values in a made value.
    private static let budget = 600
    /// No value has more, even if the description requires it.
    private static let maxCount = 20_000
    private static let maxDepth = 60
    private static let maxElements = 1_000

    let shapes: [String: MockType]
    let seed: UInt64
    /// Whether values occasionally have nulls, absent members, empty lists and unknown cases, and each alternative.
    let varies: Bool
    private let checker: MockChecker
    private var direction = MockMember.Direction.response
    private var count = 0
    /// The shapes around the value, each with the number of its occurrences.
    private var open: [String: Int] = [:]

    /// The patterns so far.
    private var matchers: [String: PatternMatcher] = [:]

    /// - Parameters:
    ///   - shapes: the shapes of the description.
    ///   - seed: determines all values.
    ///   - varies: whether values have the rare forms that the types allow. Default: `false`.
    package init(_ shapes: [String: MockType], seed: UInt64, varies: Bool = false) {
        self.shapes = shapes
        self.seed = seed
        self.varies = varies
        checker = MockChecker(shapes)
    }

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - name: the name of the member, the param or the endpoint.
    ///   - direction: members of the other direction are left out. Default: a response.
    ///   - number: the number of the value among others of the name, which have other identifiers. Default: `nil`, the only one.
    package mutating func value(
        of type: MockType,
        named name: String,
        in direction: MockMember.Direction = .response,
        number: Int? = nil
    ) -> JSONValue {
        self.direction = direction
        count = 0
        open = [:]
        matchers = [:]
        let place = MockPlace(name, seed: seed, budget: Self.budget)
        guard let number else { return make(type, place) }
        // Like an element of a list. The range leaves room for identifiers that are added to the number.
        let index = Int(UInt64(bitPattern: Int64(number)) % 1_000_000_000)
        return make(type, place.element(index, attempt: 0, budget: Self.budget))
    }

    // MARK: Types

    private mutating func make(_ type: MockType, _ place: MockPlace) -> JSONValue {
        count += 1
        guard count <= Self.maxCount, place.depth < Self.maxDepth else { return .null }
        var random = MockRandom(place.seed)
        switch type {
        case .any:
            var texts = MockTexts(place)
            return .string(texts.text())
        case .boolean: return .bool(flag(place, &random))
        case .integer(let constraints, let isQuoted):
            var numbers = MockNumbers(place)
            return number(numbers.integer(constraints), isQuoted)
        case .number(let constraints, let isQuoted):
            var numbers = MockNumbers(place)
            return number(numbers.number(constraints), isQuoted)
        case .text(let constraints):
            var texts = MockTexts(place)
            guard let pattern = constraints.pattern else { return .string(texts.text(constraints)) }
            return .string(texts.text(constraints, &matchers[pattern, default: PatternMatcher(pattern)]))
        case .date(let format):
            let seconds = MockDates.seconds(named: MockName(place.name), objectSeed: place.objectSeed)
            return MockDates.value(seconds, microsecond: 1_000 * random.below(1_000), format)
        case .uuid: return .string(MockTexts.uuid(&random))
        case .url:
            var texts = MockTexts(place)
            let text = texts.kind == .image ? texts.text() : ""
            return .string(text.isEmpty ? "https://example.com/\(random.hexadecimal(8))" : text)
        case .bytes(let isURLSafe): return .string(Self.base64("mock \(random.below(1_000))", isURLSafe))
        case .file: return .string("The content of \(place.name).\n")
        case .list(let element, let constraints): return list(element, constraints, place, &random)
        case .dictionary(let element, let constraints): return dictionary(element, constraints, place, &random)
        case .object(let members, _): return .object(object(members, place))
        case .values(let values, let isOpen): return enumerated(values, isOpen, place, &random)
        case .choice(let choice): return chosen(choice, place, &random)
        case .shape(let name):
            guard let shape = shapes[name] else { return make(.any, place.deeper) }
            open[name, default: 0] += 1
            defer { open[name, default: 1] -= 1 }
            var place = place.deeper
            place.owner = name
            return make(shape, place)
        case .nullable(let inner):
            if varies, random.isOne(in: 8) { return .null }
            return isTooDeep(inner, place) ? .null : make(inner, place.deeper)
        }
    }

    private func number(_ number: JSONValue.Number, _ isQuoted: Bool) -> JSONValue {
        isQuoted ? .string(number.text) : .number(number)
    }

    private static let flags = MockName.table([
        (
            false,
            "deleted archived disabled locked private error failed blocked banned expired hidden fork draft template"
        ),
        (true, "active enabled verified ok success available visible public valid confirmed"),
    ])

    private func flag(_ place: MockPlace, _ random: inout MockRandom) -> Bool {
        if !varies, place.index == 0, let flag = MockName(place.name).entry(in: Self.flags) { return flag }
        return random.isOne(in: 2)
    }

    private static func base64(_ text: String, _ isURLSafe: Bool) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + (isURLSafe ? "-_" : "+/"))
        let bytes = Array(text.utf8)
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0...group.count { result.append(digits[bits >> (18 - 6 * index) & 63]) }
            if !isURLSafe { result += String(repeating: "=", count: 3 - group.count) }
        }
        return result
    }

    private func enumerated(
        _ values: [JSONValue],
        _ isOpen: Bool,
        _ place: MockPlace,
        _ random: inout MockRandom
    ) -> JSONValue {
        guard !values.isEmpty else { return "unknown_case" }
        if varies, isOpen, direction == .response, random.isOne(in: 8) { return Self.unknownCase(values) }
        return place.pick(values, place.name)
    }

    /// Whether a value can be of an alternative that the description does not list. Requests have none.
    private func makesUnknown(_ choice: MockChoice) -> Bool {
        choice.isOpen && choice.discriminator != nil && direction == .response
    }

    private static func unknownCase(_ values: [JSONValue]) -> JSONValue {
        if values.first?.stringValue != nil { return "unknown_case" }
        let highest = values.compactMap(\.intValue).max() ?? 0
        return highest < 1_000_000 ? .number(JSONValue.Number(highest + 1)) : 0
    }

    // MARK: Several values

    private mutating func list(
        _ element: MockType,
        _ constraints: MockConstraints,
        _ place: MockPlace,
        _ random: inout MockRandom
    ) -> JSONValue {
        // Members that the description does not describe are left out.
        let isAny = if case .any = element { true } else { false }
        let wanted =
            isAny || varies && random.isOne(in: 6) || place.budget < 1 || isTooDeep(element, place)
            ? 0 : 1 + random.below(3)
        let count = Self.clamped(wanted, constraints.minItems, constraints.maxItems)
        var elements: [JSONValue] = []
        var seen: Set<JSONValue> = []
        let isUnique = constraints.hasUniqueItems
        for index in 0..<count {
            for attempt in 0..<(isUnique ? 40 : 3) {
                let inner = place.element(index, attempt: attempt, budget: (place.budget - 1) / count)
                let value = make(element, inner)
                if seen.insert(value).inserted || !isUnique && attempt == 2 {
                    elements.append(value)
                    break
                }
            }
        }
        return .array(elements)
    }

    /// A number of elements within bounds, which are limited.
    private static func clamped(_ count: Int, _ minimum: Int?, _ maximum: Int?) -> Int {
        min(max(count, min(minimum ?? 0, maxElements)), max(0, maximum ?? maxElements))
    }

    private mutating func dictionary(
        _ element: MockType,
        _ constraints: MockConstraints,
        _ place: MockPlace,
        _ random: inout MockRandom
    ) -> JSONValue {
        let wanted =
            varies && random.isOne(in: 6) || place.budget < 1 || isTooDeep(element, place) ? 0 : 1 + random.below(2)
        let count = Self.clamped(wanted, constraints.minProperties, constraints.maxProperties)
        var members: [String: JSONValue] = [:]
        for index in 0..<count {
            let key = index < MockWords.keys.count ? MockWords.keys[index] : "key\(index)"
            members[key] = make(element, place.element(index, attempt: 0, budget: (place.budget - 1) / count))
        }
        return .object(members)
    }

    private mutating func object(_ members: [MockMember], _ place: MockPlace) -> [String: JSONValue] {
        var place = place
        place.level += 1
        let visible = members.filter { $0.only == nil || $0.only == direction }
        let largeCount = visible.count { isLarge($0.type) }
        // The budget is divided among the members with members, or among the first of them if it is small.
        let rest = max(0, place.budget - (visible.count - largeCount))
        var slots = min(largeCount, max(rest / 4, place.level == 1 ? 1 : 0))
        let share = rest / max(slots, 1)
        var left = place.level <= 2 ? .max : place.budget
        var object: [String: JSONValue] = [:]
        var inline: [String: JSONValue] = [:]
        for member in visible {
            let isLarge = isLarge(member.type)
            if !member.isRequired {
                var random = MockRandom(MockRandom.seed(place.seed, "\(member.name) is present"))
                if varies, random.isOne(in: 6) { continue }
                if left < 1 || isLarge && (slots < 1 || isTooDeep(member.type, place)) { continue }
            }
            if isLarge { slots -= 1 }
            left -= 1
            let others = value(of: member, isLarge: isLarge, share, place)
            if member.isInline {
                // Of several members with a name, the last one is usually the most precise.
                inline.merge(others.objectValue ?? [:]) { _, last in last }
            } else {
                object[member.name] = others
            }
        }
        return object.merging(inline) { own, _ in own }
    }

    private mutating func value(of member: MockMember, isLarge: Bool, _ share: Int, _ place: MockPlace) -> JSONValue {
        if member.isInline {
            var inner = place.member(member.name, budget: max(share, 1))
            inner.level -= 1
            return make(member.type, inner)
        }
        if let example = member.example, !place.ignoresExamples, !isIdentity(member.name, place),
            checker.problems(in: example, as: member.type, in: direction).isEmpty
        {
            return example
        }
        return make(
            member.type,
            isLarge ? place.object(member.name, budget: share) : place.member(member.name, budget: share)
        )
    }

    /// Whether the elements of a list should have different values of this name.
    private func isIdentity(_ name: String, _ place: MockPlace) -> Bool {
        place.index > 0 && MockTextKind.of(MockName(name)).map(MockTextKind.identities.contains) == true
    }

    // MARK: One of several types

    private mutating func chosen(_ choice: MockChoice, _ place: MockPlace, _ random: inout MockRandom) -> JSONValue {
        guard !choice.alternatives.isEmpty else { return make(.any, place.deeper) }
        var number = 0
        if varies {
            number = random.below(choice.alternatives.count + (makesUnknown(choice) ? 1 : 0))
        }
        guard number < choice.alternatives.count else {
            let values = choice.alternatives.flatMap(\.values)
            return .object([choice.discriminator ?? "": Self.unknownCase(values.isEmpty ? [""] : values)])
        }
        var alternative = choice.alternatives[number]
        if isTooDeep(alternative.type, place),
            let other = choice.alternatives.first(where: { !isTooDeep($0.type, place) })
        {
            alternative = other
        }
        let value = make(alternative.type, place.deeper)
        guard let name = choice.discriminator, case .object(var members) = value else { return value }
        if members[name].map(alternative.values.contains) != true { members[name] = alternative.values.first }
        return .object(members)
    }

    // MARK: Size

    /// Whether a value of the type contains others.
    private func isLarge(_ type: MockType) -> Bool {
        switch checker.resolved(type) {
        case .list?, .dictionary?, .object?, .choice?: true
        case .nullable(let inner)?: isLarge(inner)
        default: false
        }
    }

    /// Whether the value would contain its own shape once more, or would make the whole value too large.
    private func isTooDeep(_ type: MockType, _ place: MockPlace) -> Bool {
        var type = type
        for _ in 0..<16 {
            switch type {
            case .shape(let name):
                if open[name, default: 0] >= 2 { return true }
                guard let shape = shapes[name] else { return false }
                type = shape
            case .nullable(let inner), .list(let inner, _), .dictionary(let inner, _): type = inner
            case .object, .choice: return place.budget < 1 || place.depth > 40
            default: return false
            }
        }
        return true
    }
}
