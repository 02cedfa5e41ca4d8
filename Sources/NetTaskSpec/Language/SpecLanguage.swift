/// The spec language as one table: which keys each kind of map takes, and what they say.
///
/// The decoder, the JSON Schema for editors and the reference are all made from it, so they cannot drift apart.
package enum SpecLanguage {
    package static let version = 1

    /// What the keys of the author's own begin with, which every map takes that has keys of ours.
    package static let extensionPrefix = "x-"

    /// Whether a key is one of the author's own.
    static func isExtension(_ key: String) -> Bool {
        key.hasPrefix(extensionPrefix) && key.utf8.count > extensionPrefix.utf8.count
    }

    /// Words that other tools and earlier versions have for keys and values, in small letters and without signs, and what
    /// they can stand for.
    static let synonyms: [String: [String]] = [
        "attempts": ["maxRetryCount"],
        "authentication": ["auth"],
        "camelcase": ["camel"],
        "count": ["maxRetryCount", "limit"],
        "csv": ["comma"],
        "dash": ["hyphen"],
        "datetime": ["iso8601"],
        "delay": ["interval"],
        "epoch": ["unix"],
        "fields": ["params"],
        "httpmethod": ["method"],
        "include": ["extends"],
        "kebab": ["hyphen"],
        "kebabcase": ["hyphen"],
        "max": ["maxRetryCount", "limit"],
        "maxattempts": ["maxRetryCount"],
        "maxretries": ["maxRetryCount", "retry"],
        "millis": ["milliseconds"],
        "name": ["wireName"],
        "none": ["keep"],
        "parameters": ["params", "constants"],
        "pascalcase": ["pascal"],
        "path": ["uri"],
        "paths": ["endpoints"],
        "payload": ["body"],
        "period": ["dot"],
        "properties": ["fields"],
        "query": ["params"],
        "ratelimit": ["rate"],
        "request": ["encoding", "params", "body"],
        "requestbody": ["body"],
        "retries": ["maxRetryCount", "retry"],
        "returns": ["response"],
        "rfc3339": ["iso8601"],
        "schemas": ["shapes"],
        "seconds": ["unix"],
        "security": ["auth"],
        "servers": ["baseURL"],
        "snake": ["underscore"],
        "snakecase": ["underscore"],
        "timestamp": ["unix"],
        "url": ["uri", "baseURL"],
        "urlencoded": ["form"],
        "values": ["enum"],
        "verb": ["method"],
        "xwwwformurlencoded": ["form"],
    ]

    /// The words that a word of other tools can stand for.
    static func meant(by word: String) -> [String] {
        synonyms[word.lowercased().filter { $0.isLetter || $0.isNumber }] ?? []
    }

    /// All kinds of maps, in the order of the reference.
    package static let rules = [
        spec, authScheme, defaults, group, endpoint, param, retry, idempotencyKey, durable, unique, rate,
        response,
        responseHeader,
        statusBody, pages, longRunning, webhooks, webhookEvent, hmac, webhookHeader, shape, enumerationCase,
        alternative, field, transform,
    ]

    private static let ruleOfID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }

    static func rule(_ id: String) -> MappingRule? { ruleOfID[id] }

    // MARK: How the tables are written

    static func optional(_ name: String, _ value: KeyValue) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .optional, value: value)
    }

    static func required(_ name: String, _ value: KeyValue) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .required, value: value)
    }

    static func elsewhere(_ name: String, _ advice: String) -> MappingRule.Key {
        MappingRule.Key(name: name, status: .elsewhere(advice), value: .anything, summary: advice)
    }

    static func choice<Choice: RawRepresentable & CaseIterable>(of: Choice.Type) -> KeyValue
    where Choice.RawValue == String {
        .choice(Choice.allCases.map(\.rawValue))
    }
}

/// The kind of value that a key takes.
package indirect enum KeyValue: Sendable, Equatable {
    /// Any single value, read as the text that it is written as.
    case text
    /// Exactly this text.
    case word(String)
    /// One of these words.
    case choice([String])
    /// A whole number that is not negative.
    case count
    case bool
    case duration
    /// A name that Swift can have.
    case name
    /// A URL of HTTP.
    case url
    /// A type, written as in Swift; without quotes YAML makes lists and maps of its brackets.
    case type
    case separator
    /// A single value of the kind that it is written in: a number, a boolean, null or text.
    case constant
    /// Whatever YAML can say.
    case anything
    case list(KeyValue)
    /// A map whose keys are names of the author's.
    case table(KeyValue)
    /// The same, also as a heading with nothing below it yet.
    case named(KeyValue)
    /// A map whose keys match this pattern.
    case keyed(String, KeyValue)
    /// A map of the kind of this id.
    case map(String)
    case anyOf([KeyValue])
}

/// The keys that one kind of map of the spec language takes. All of them together are `SpecLanguage`.
package struct MappingRule: Sendable {
    /// What the tables and the JSON Schema call this kind of map: "endpoint".
    package let id: String
    /// What a map of this kind is, as messages call it: "an endpoint".
    package let noun: String
    /// What a map of this kind describes, for documentation.
    package let summary: String
    /// The lines that lead to such a map in an example; the map is one level deeper than the last of them.
    package let context: String
    /// A map of this kind needs exactly one of these keys; empty where there is no such choice.
    package let alternatives: [String]
    /// The key whose value alone is short for a map of this kind; nil where there is no such form.
    package let shortKey: String?
    /// A small map of this kind, for messages.
    package let sample: String?
    /// The key below which the author's own names stand that a map of this kind holds: `fields` of a shape.
    package let container: String?
    package let keys: [Key]
    /// What its keys exclude.
    package let exclusions: [Exclusion]
    /// The keys that exclude others, or need them.
    let exclusiveNames: [String]
    /// The keys that may be used.
    package let usableNames: [String]
    let requiredNames: [String]
    // Lists of a few short names are searched sooner than dictionaries.
    private let names: [String]
    private let placedNames: [String]
    private let places: [any Place]

    init(
        id: String,
        noun: String,
        summary: String,
        context: String = "",
        alternatives: [String] = [],
        shortKey: String? = nil,
        sample: String? = nil,
        container: String? = nil,
        keys: [Key]
    ) {
        self.id = id
        self.noun = noun
        self.summary = summary
        self.context = context
        self.alternatives = alternatives
        self.shortKey = shortKey
        self.sample = sample
        self.container = container
        self.keys = keys
        exclusions = keys.flatMap(\.exclusions)
        exclusiveNames = exclusions.map { $0.key ?? $0.keys[0] }
        usableNames = keys.filter(\.isUsable).map(\.name)
        requiredNames = keys.filter { $0.status == .required }.map(\.name)
        names = keys.map(\.name)
        placedNames = keys.filter { $0.place != nil }.map(\.name)
        places = keys.compactMap(\.place)
    }

    func place(of key: String) -> (any Place)? { placedNames.firstIndex(of: key).map { places[$0] } }

    /// What messages call the map of a name, or a key: "the endpoint `GetPost`", "`retry`".
    func subject(_ name: String) -> String {
        let words = noun.split(separator: " ")
        return words.count == 1 ? noun : "the \(words[1]) \(name.quotedForMessage)"
    }

    package struct Key: Sendable {
        package var name: String
        package var status: Status
        package var value: KeyValue
        /// What the key says, for documentation and for what editors show.
        package var summary = ""
        /// The key in use: lines of a map of this kind, with other keys where it cannot stand alone.
        package var example = ""
        /// Where its value is in the model; nil for what is read by functions of its own.
        var place: (any Place)?
        /// Whether nobody has to do anything about a change of its value.
        package var isHarmless = false
        /// What cannot stand beside it.
        var exclusions: [Exclusion] = []

        var isUsable: Bool { status == .optional || status == .required }

        /// Adds to the summary.
        func says(_ text: String) -> Key { changed { $0.summary += $0.summary.isEmpty ? text : " \(text)" } }

        func example(_ text: String) -> Key { changed { $0.example = text } }

        /// Nobody has to do anything about a change of its value.
        var harmless: Key { changed { $0.isHarmless = true } }

        /// Keys that cannot stand beside this one.
        ///
        /// - Parameter message: With `{key}` for an excluded key.
        func excludes(_ keys: [String], _ message: String) -> Key {
            changed { $0.exclusions.append(Exclusion(keys: keys, key: name, message: message)) }
        }

        /// Keys of which one must stand beside this one.
        func needs(_ keys: [String], _ message: String) -> Key {
            changed { $0.exclusions.append(Exclusion(keys: [name], exceptions: keys, message: message)) }
        }

        /// The value with which it excludes the keys that were named last.
        func with(_ value: String) -> Key { changed { $0.lastExclusion.value = value } }

        /// Keys of which each allows those that were named last.
        func unless(_ keys: [String]) -> Key { changed { $0.lastExclusion.exceptions = keys } }

        func noting(_ note: String) -> Key { changed { $0.lastExclusion.note = note } }

        var showingItself: Key { changed { $0.lastExclusion.isShown = true } }

        private var lastExclusion: Exclusion {
            get { exclusions[exclusions.count - 1] }
            set { exclusions[exclusions.count - 1] = newValue }
        }

        func changed(_ change: (inout Key) -> Void) -> Key {
            var key = self
            change(&key)
            return key
        }
    }

    /// Keys that cannot stand beside another one.
    package struct Exclusion: Sendable {
        package var keys: [String]
        /// The key that excludes them; nil where its absence does, and that of all in `exceptions`.
        package var key: String?
        /// The value with which it excludes them; nil for any value.
        package var value: String?
        /// Each of these keys lifts the exclusion.
        package var exceptions: [String] = []
        /// Whether a note shows where `key` is.
        var isShown = false
        var note: String?
        /// With `{key}` for an excluded key.
        var message: String
    }

    package enum Status: Sendable, Equatable {
        case optional
        case required
        /// Known, but not in this kind of map; the text says what to do instead.
        case elsewhere(String)
    }

    /// The key of that name, if this kind of map knows it in any way.
    package func key(_ name: String) -> Key? {
        names.firstIndex(of: name).map { keys[$0] }
    }

    /// The keys that may be used.
    package var usableKeys: [Key] { keys.filter(\.isUsable) }

    /// What a key was probably meant to be that this kind of map does not know: if possible, one that can have the value.
    func suggestion(for key: String, _ value: YAMLNode) -> String? {
        let meant = SpecLanguage.meant(by: key).filter(usableNames.contains)
        return meant.first { self.key($0)?.value.takes(value) == true } ?? meant.first
            ?? key.closestMatch(among: usableNames)
    }

    /// The small map as a note.
    func sampleNote(at range: SourceRange) -> [DiagnosticCollector.Note] {
        sample.map { [DiagnosticCollector.Note("such as `\($0)`", at: range)] } ?? []
    }
}
