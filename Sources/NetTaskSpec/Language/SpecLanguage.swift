/// The spec language as one table: the keys of each kind of map, and their meaning.
///
/// The decoder, the JSON Schema for editors and the reference all use this table, so that they agree.
package enum SpecLanguage {
    package static let version = 1

    /// The prefix of extension keys, which are the author's own. Every map with fixed keys accepts them.
    package static let extensionPrefix = "x-"

    /// Whether a key is an extension key of the author.
    static func isExtension(_ key: String) -> Bool {
        key.hasPrefix(extensionPrefix) && key.utf8.count > extensionPrefix.utf8.count
    }

    /// Words of other tools and earlier versions, and the keys and values to suggest for each. The words are in lowercase,
    /// without punctuation.
    static let synonyms: [String: [String]] = [
        "additionalproperties": ["additional"],
        "attempts": ["maxRetryCount"],
        "authentication": ["auth"],
        "flows": ["clientCredentials"],
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

    /// The keys and values to suggest for a word of other tools.
    static func suggestions(for word: String) -> [String] {
        synonyms[word.lowercased().filter { $0.isLetter || $0.isNumber }] ?? []
    }

    /// All kinds of maps, in the order of the reference.
    package static let rules = [
        spec, authScheme, oauth2Flow, authAlternatives, defaults, group, endpoint, param, retry, idempotencyKey,
        durable, unique, rate,
        response,
        responseHeader,
        statusBody, pages, longRunning, webhooks, webhookEvent, hmac, webhookHeader, shape, enumerationCase,
        alternative, field, additional, transform,
    ]

    private static let ruleOfID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }

    static func rule(_ id: String) -> MappingRule? { ruleOfID[id] }

    // MARK: Functions for writing the tables

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
    /// A scalar, as text.
    case text
    /// Exactly this text.
    case word(String)
    /// One of these words.
    case choice([String])
    /// A whole number of at least this minimum.
    case count(from: Int = 0)
    /// Any number.
    case number
    case bool
    case duration
    /// A valid Swift name.
    case name
    /// An HTTP URL.
    case url
    /// A type, written as in Swift. It may need quotes, because YAML reads brackets as lists and maps.
    case type
    case separator
    /// A scalar with its YAML type: a number, a boolean, null or text.
    case constant
    /// Any YAML value.
    case anything
    case list(KeyValue)
    /// A map whose keys are the author's names.
    case table(KeyValue)
    /// A map whose keys are the author's names, or a heading without entries.
    case named(KeyValue)
    /// A map whose keys match this pattern.
    case keyed(String, KeyValue)
    /// A map of the kind with this ID.
    case map(String)
    case anyOf([KeyValue])
}

/// The keys of one kind of map. ``SpecLanguage`` contains all kinds.
package struct MappingRule: Sendable {
    /// The name of this kind of map in the tables and the JSON Schema: "endpoint".
    package let id: String
    /// The name of a map of this kind in messages: "an endpoint".
    package let noun: String
    /// Describes a map of this kind, for documentation.
    package let summary: String
    /// The lines that precede such a map in an example. The map is one level deeper than the last line.
    package let context: String
    /// A map of this kind needs exactly one of these keys. Empty if there is no such choice.
    package let alternatives: [String]
    /// The key whose value can replace the whole map; `nil` if there is no short form.
    package let shortKey: String?
    /// A small map of this kind, for messages.
    package let sample: String?
    /// The key that contains the author's own names: `fields` of a shape.
    package let container: String?
    package let keys: [Key]
    /// The exclusions of the keys.
    package let exclusions: [Exclusion]
    /// The keys that exclude others, or require them.
    let exclusiveNames: [String]
    /// The keys that may be used.
    package let usableNames: [String]
    let requiredNames: [String]
    // Arrays: a search in a few short names is faster than a dictionary.
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

    /// The name of a map or key in messages: "the endpoint `GetPost`", "`retry`".
    func subject(_ name: String) -> String {
        let words = noun.split(separator: " ")
        return words.count == 1 ? noun : "the \(words[1]) \(name.quotedForMessage)"
    }

    package struct Key: Sendable {
        package var name: String
        package var status: Status
        package var value: KeyValue
        /// Describes the key, for documentation and editors.
        package var summary = ""
        /// The default in Markdown; `nil` if nothing replaces a missing value.
        package var defaultText: String?
        /// An example of the key: lines of a map of this kind, with the other keys that it requires.
        package var example = ""
        /// The place of its value in the model; `nil` for keys that separate functions read.
        var place: (any Place)?
        /// Whether a change of its value needs no action by the client.
        package var isHarmless = false
        /// The keys that this key excludes.
        var exclusions: [Exclusion] = []
        /// Further keys that cannot be used together with this one, for documentation. Separate functions check them.
        package var exclusionsElsewhere: [String] = []

        var isUsable: Bool { status == .optional || status == .required }

        /// Appends to the summary.
        func says(_ text: String) -> Key { changed { $0.summary += $0.summary.isEmpty ? text : " \(text)" } }

        func defaults(to text: String) -> Key { changed { $0.defaultText = text } }

        func example(_ text: String) -> Key { changed { $0.example = text } }

        /// Marks a key whose changes need no action by the client.
        var harmless: Key { changed { $0.isHarmless = true } }

        /// Excludes keys that cannot be used together with this one.
        ///
        /// - Parameter message: The message, in which `{key}` is replaced by the excluded key.
        func excludes(_ keys: [String], _ message: String) -> Key {
            changed { $0.exclusions.append(Exclusion(keys: keys, key: name, message: message)) }
        }

        func excludes(elsewhere keys: [String]) -> Key { changed { $0.exclusionsElsewhere = keys } }

        /// Requires one of these keys next to this one.
        func needs(_ keys: [String], _ message: String) -> Key {
            changed { $0.exclusions.append(Exclusion(keys: [name], exceptions: keys, message: message)) }
        }

        /// Limits the last exclusion to this value of the key.
        func with(_ value: String) -> Key { changed { $0.lastExclusion.value = value } }

        /// Lifts the last exclusion if one of these keys is present.
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

    /// Keys that cannot be used together with another one.
    package struct Exclusion: Sendable {
        package var keys: [String]
        /// The key that excludes them; `nil` if they are excluded unless one of `exceptions` is present.
        package var key: String?
        /// The value of `key` for which they are excluded; `nil` for any value.
        package var value: String?
        /// Each of these keys lifts the exclusion.
        package var exceptions: [String] = []
        /// Whether a note shows the place of `key`.
        var isShown = false
        var note: String?
        /// The message, in which `{key}` is replaced by the excluded key.
        var message: String
    }

    package enum Status: Sendable, Equatable {
        case optional
        case required
        /// A known key that is not allowed in this kind of map. The text states the alternative.
        case elsewhere(String)
    }

    /// The key with this name, also if it may not be used here.
    package func key(_ name: String) -> Key? {
        names.firstIndex(of: name).map { keys[$0] }
    }

    /// The keys that may be used.
    package var usableKeys: [Key] { keys.filter(\.isUsable) }

    /// The known key to suggest for an unknown one: if possible, one that accepts the value.
    func suggestion(for key: String, _ value: YAMLNode) -> String? {
        let suggested = SpecLanguage.suggestions(for: key).filter(usableNames.contains)
        return suggested.first { self.key($0)?.value.takes(value) == true } ?? suggested.first
            ?? key.closestMatch(among: usableNames)
    }

    /// The sample as a note.
    func sampleNote(at range: SourceRange) -> [DiagnosticCollector.Note] {
        sample.map { [DiagnosticCollector.Note("such as `\($0)`", at: range)] } ?? []
    }
}
