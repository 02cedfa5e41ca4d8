/// Makes texts that are plausible by their names.
struct MockTexts {
    let place: MockPlace
    private let name: MockName
    private let owner: MockName
    private var random: MockRandom

    init(_ place: MockPlace) {
        self.place = place
        name = MockName(place.name)
        owner = MockName(place.owner)
        random = MockRandom(place.seed)
    }

    var kind: MockTextKind? { MockTextKind.of(name) }

    private var firstName: String { place.pick(MockWords.firstNames, "first") }
    private var lastName: String { place.pick(MockWords.lastNames, "last") }
    private var location: MockPlaceName { place.pick(MockWords.places, "place") }
    private var product: String {
        "\(place.pick(MockWords.adjectives, "adjective")) \(place.pick(MockWords.nouns, "noun"))"
    }
    private var slug: String { product.lowercased().replacing(" ", with: "-") }

    /// A text for a kind; a random one on each call where the object does not determine it.
    mutating func text() -> String {
        switch kind {
        case .email: return "\(firstName).\(lastName)@example.com".lowercased()
        case .fullName: return "\(firstName) \(lastName)"
        case .firstName: return firstName
        case .lastName: return lastName
        case .login: return "\(firstName)\(place.index == 0 ? "" : "\(place.index)")".lowercased()
        case .name: return ownName
        case .title: return place.pick(MockWords.titles, "title")
        case .sentence: return random.element(of: MockWords.sentences)
        case .url:
            return "https://example.com/\(random.element(of: MockWords.nouns).lowercased())/\(1 + random.below(999))"
        case .image: return "https://example.com/images/\(1 + random.below(999)).png"
        case .phone: return "+1-202-555-01\(10 + random.below(90))"
        case .street: return "\(1 + random.below(99)) \(random.element(of: MockWords.streets))"
        case .city: return location.city
        case .region: return location.region
        case .country: return location.country
        case .countryCode: return location.code
        case .zip: return location.zip
        case .currency: return location.currency
        case .money: return "\(1 + random.below(99)).\(random.element(of: ["00", "50", "90", "95"]))"
        case .status: return random.element(of: ["active", "pending", "open"])
        case .category: return random.element(of: ["standard", "basic", "extended"])
        case .secret: return "example-" + random.hexadecimal(24)
        case .id: return random.hexadecimal(12)
        case .uuid: return Self.uuid(&random)
        case .color: return random.element(of: MockWords.colors)
        case .language: return location.language
        case .locale: return "\(location.language)_\(location.code)"
        case .timeZone: return location.timeZone
        case .address: return "192.0.2.\(1 + random.below(254))"
        case .host: return "\(random.element(of: ["api", "www", "app", "files"])).example.com"
        case .version: return "\(1 + random.below(4)).\(random.below(10)).\(random.below(10))"
        case .hash: return random.hexadecimal(40)
        case .slug: return slug
        case .tag: return place.pick(MockWords.tags, "tag")
        case .path: return "docs/\(slug).txt"
        case .mediaType: return "text/plain"
        case .dateTime: return date(.iso8601)
        case .day: return date(.date)
        case .time: return date(.iso8601)
        case .company: return place.pick(MockWords.companies, "company")
        case .role: return random.element(of: ["admin", "editor", "viewer"])
        case .code: return "C\(100 + random.below(900))"
        case .cursor: return "c" + random.hexadecimal(15)
        case .latitude: return location.latitude
        case .longitude: return location.longitude
        case .branch: return "main"
        case .sku: return "SKU-\(1_000 + place.choice(9_000, "sku"))"
        case .count: return "\(1 + random.below(20))"
        case .year: return "2026"
        case .gender: return random.element(of: ["female", "male", "other"])
        case .boolean: return "true"
        case nil: return otherText
        }
    }

    private var otherText: String {
        guard let last = name.words.last, !last.isEmpty else { return slug }
        let noun = MockWords.nouns[Int(place.seed % UInt64(MockWords.nouns.count))]
        return "\(MockName.singular(last)) \(noun.lowercased())"
    }

    /// A name for the object that has it.
    private var ownName: String {
        if owner.contains(Self.persons) { return "\(firstName) \(lastName)" }
        if owner.contains(["company", "organization", "organisation", "team", "vendor", "brand", "store"]) {
            return place.pick(MockWords.companies, "company")
        }
        if owner.contains(["city", "town"]) { return location.city }
        if owner.contains(["country"]) { return location.country }
        if owner.contains(["file", "document", "attachment"]) { return "\(slug).txt" }
        if owner.contains(["tag", "label", "topic"]) { return place.pick(MockWords.tags, "tag") }
        if owner.contains(["repository", "repo", "branch", "package", "project", "job", "task"]) { return slug }
        return product
    }

    private static let persons: Set<String> = [
        "user", "users", "person", "people", "customer", "author", "owner", "member", "contact", "employee", "profile",
        "account", "assignee", "recipient", "sender", "contributor", "participant", "student", "teacher", "patient",
        "guest", "creator", "reviewer",
    ]

    private func date(_ format: MockDateFormat) -> String {
        let seconds = MockDates.seconds(named: name, objectSeed: place.objectSeed)
        return MockDates.value(seconds, microsecond: 0, format).stringValue ?? ""
    }

    static func uuid(_ random: inout MockRandom) -> String {
        let digits = Array(random.hexadecimal(32))
        let variant = ["8", "9", "a", "b"][random.below(4)]
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<8))-\(part(8..<12))-4\(part(13..<16))-\(variant)\(part(17..<20))-\(part(20..<32))"
    }

    // MARK: Constraints

    /// A text whose length is within constraints.
    mutating func text(_ constraints: MockConstraints) -> String {
        let text = text()
        return constraints.allowLength(of: text) ? text : Self.fitted(text, constraints)
    }

    /// A text within constraints and with a pattern; if there is none, one that violates as few as possible.
    mutating func text(_ constraints: MockConstraints, _ matcher: inout PatternMatcher) -> String {
        for _ in 0..<3 {
            let text = text()
            if constraints.allowLength(of: text), matcher.occurs(in: text) ?? true { return text }
        }
        var candidates: [String] = []
        if let pattern = matcher.parsed {
            let made = PatternText.texts(pattern, constraints, random, &matcher)
            if let text = made.allowed { return text }
            candidates = made.others
        }
        candidates += [text(constraints), "a", "A1", "1", "0", "abc-123", "Aa1!aaaa", "2026-01-01", ""]
        var matching: String?
        for text in candidates where matcher.occurs(in: text) ?? true {
            if constraints.allowLength(of: text) { return text }
            matching = matching ?? text
        }
        // Without a text of the right length, the pattern is more important.
        return matching ?? text(constraints)
    }

    /// The longest text that is made.
    private static let maxLength = 100_000

    /// A text with a length within the constraints.
    static func fitted(_ text: String, _ constraints: MockConstraints) -> String {
        var scalars = Array(text.unicodeScalars)
        let filler = Array((text.isEmpty ? "text" : text).unicodeScalars)
        let minimum = min(constraints.minLength ?? 0, maxLength)
        while scalars.count < minimum {
            scalars.append(" ")
            scalars += filler.prefix(max(0, minimum - scalars.count))
        }
        if let maximum = constraints.maxLength, scalars.count > maximum {
            scalars = Array(scalars.prefix(max(0, maximum)))
        }
        // Without a space at the end.
        if scalars.last == " ", let index = scalars.indices.last { scalars[index] = "s" }
        return String(String.UnicodeScalarView(scalars))
    }
}
