import NetTaskAuthoring
@testable import NetTaskSpec

/// The reference of the spec language as articles, made from `SpecLanguage`, the table that the decoder goes by.
enum SpecReference {
    /// The articles in Markdown, by the names of their files.
    static var articles: [(name: String, text: String)] {
        [("SpecReference", overview), ("TenKeys", TenKeys.article)]
            + ReferencePage.allCases.map { ($0.rawValue, article($0)) }
    }

    /// A key's example as a part of a spec, and what it needs to be a whole one.
    struct Example: Sendable {
        /// Such as "`retry` of an endpoint".
        var title: String
        /// What the article shows.
        var text: String
        /// A whole spec that holds it, with the shapes of the article's first example.
        var spec: String
    }

    /// All examples of the article.
    static var examples: [Example] {
        SpecLanguage.rules.flatMap { rule in
            rule.usableKeys.map { key in
                let text = example(of: key, in: rule)
                return Example(title: "`\(key.name)` of \(rule.noun)", text: text, spec: wholeSpec(around: text))
            }
        }
    }

    private static let overview = """
        # The spec language

        All keys of specs, with their values and effects.

        ## Overview

        Begin with [The ten keys](TenKeys.md), which most specs need. The pages below have all keys by subject. They are generated
        from the table of keys that the decoder uses, and tests generate and compile each of their examples. The JSON Schema of the
        language is generated from the same table: `nettask schema` prints it. An editor with a YAML language server uses the schema
        to complete and explain keys, and to underline mistakes. Name the schema in the first line of a spec:

        ```
        # yaml-language-server: $schema=nettask.schema.json
        ```

        A spec is read strictly: an unknown key, a duplicate key, or a value of another kind is an error with its place and a
        suggestion. The key determines the type of a single value: if a key has text as its value, `NO` is the text "NO".

        Types are written as in Swift: a name, `[Post]`, `[String: Int]`, and `?` after an optional type. The names are
        those of shapes and of \(scalars). YAML cannot read `[Post]?`: write `Array<Post>?`,
        `Dictionary<String, Int>?`, or quotes. Durations are a number and `ms`, `s`, `m` or `h`: `500ms`, `1.5s`.

        All inherited values are merged by the same rules: maps merge key by key, other values are replaced, and `null` removes a
        value.

        | key | inherits to | from |
        |---|---|---|
        | `defaults` | each endpoint; `separator`, `mutable`, `conformances` and `attributes` also each shape | `defaults` |
        | `groups` | each endpoint of a group | the group, which is merged over `defaults` |
        | `extends` | the spec, with the entries of each file and their own `defaults` | the specs that it extends |

        | values | how they merge |
        |---|---|
        | `shapes`, `endpoints`, `groups`, `auth` | by name; in a spec that extends others, `omit: true` leaves a shape or an endpoint out |
        | `defaults`, `retry`, `durable` and all other maps of keys of the language | by key |
        | `fields`, `params`, `headers`, `constants`, `events`, maps of `enum` and `oneOf`, keys with `x-` | by name; of the `headers` of an endpoint or of `defaults` in any case |
        | `errors`, and a `response` by status | by status |
        | values with a short form, such as `id: Int` | as the long form, `id: {type: Int}` |
        | lists and single values | replace the inherited value; only `conformances` of a shape are added to those of `defaults` |
        | `null` | removes the inherited value; without one, it is an error, or the value null of a constant |

        With `examples: true`, each shape and each endpoint has a `static let example` if all required values are known. They are
        those of its own `example`, or else those of its fields or params. A required value without an example has the example
        of its shape, and a required list contains one such example. An optional value without an example is left out. An
        enumeration, or a shape with `oneOf`, has only its own example. Swift types of your own have no examples.

        In a spec that extends others, an endpoint or a shape is either new and complete, or has the name of one that it changes.
        This is the only way to change a spec that `nettask import` wrote, because the next import writes it again.

        The examples on the pages use these shapes:

        ```
        \(stock)
        ```

        ## Topics

        ### All keys

        \(ReferencePage.allCases.map { "- [\(title($0))](\($0.rawValue).md)" }.joined(separator: "\n"))

        """

    private static var scalars: String {
        TypeReference.Scalar.allCases.map { "`\($0.rawValue)`" }.joined(lastBy: "and")
    }

    // MARK: Pages

    private static func article(_ page: ReferencePage) -> String {
        let sections = page.rules.map { section($0, page) }
        return "# \(title(page))\n\n\(summary(page))\n\n" + sections.joined(separator: "\n")
    }

    private static func title(_ page: ReferencePage) -> String {
        switch page {
        case .spec: "Keys of specs"
        case .auth: "Keys of authentication"
        case .endpoints: "Keys of endpoints"
        case .params: "Keys of params"
        case .shapes: "Keys of shapes"
        case .responses: "Keys of responses"
        case .delivery: "Keys of delivery"
        case .streams: "Keys of streams and pages"
        case .webhooks: "Keys of webhooks"
        }
    }

    private static func summary(_ page: ReferencePage) -> String {
        switch page {
        case .spec: "The keys of a whole spec, of its defaults, and of groups of endpoints."
        case .auth: "The schemes of authentication, the flows of OAuth 2, and the alternatives of an endpoint."
        case .endpoints: "The keys of an endpoint: its request, its reply, and the delivery of its tasks."
        case .params: "The keys of a param of an endpoint."
        case .shapes: "The keys of shapes, their fields, the cases of enumerations, and alternatives."
        case .responses: "The keys of responses, their headers, and replies by status."
        case .delivery: "The keys of retries, idempotency keys, durable tasks, duplicates and rates."
        case .streams: "The keys of streams of events or lines, of paged lists, and of long-running operations."
        case .webhooks: "The keys of webhooks, their events and their signatures."
        }
    }

    // MARK: Sections

    private static func section(_ rule: MappingRule, _ page: ReferencePage) -> String {
        let isStream = page == .streams && rule.id == SpecLanguage.response.id
        let summary = isStream ? "A reply that arrives in pieces, each of which has a type." : rule.summary
        let title = isStream ? "A stream" : title(rule)
        let entries = page.keys(of: rule).map { entry($0, rule) }
        return "## \(title)\n\n\(summary)\n\n" + entries.joined(separator: "\n")
    }

    private static func title(_ rule: MappingRule) -> String {
        rule.noun.prefix(1).uppercased() + rule.noun.dropFirst()
    }

    private static func entry(_ key: MappingRule.Key, _ rule: MappingRule) -> String {
        let facts =
            ["Value: \(words(for: key.value))", key.status == .required ? "Required" : "Default: \(key.defaultWords)"]
            + conditions(of: key, in: rule)
        return """
            ### \(ReferencePage.heading(of: key, in: rule))

            \(key.summary)

            \(facts.map { "- \($0)" }.joined(separator: "\n"))

            ```yaml
            \(example(of: key, in: rule))
            ```

            """
    }

    /// A link to a key, such as "[`timeout`](EndpointKeys.md#timeout-of-an-endpoint)".
    static func link(to key: MappingRule.Key, in rule: MappingRule) -> String {
        let page = ReferencePage.page(of: key, in: rule)
        return "[`\(key.name)`](\(page.rawValue).md#\(anchor(ReferencePage.heading(of: key, in: rule))))"
    }

    /// The anchor of a heading on GitHub.
    private static func anchor(_ heading: String) -> String {
        heading.lowercased().filter { $0 != "`" }.replacing(" ", with: "-")
    }

    // MARK: Keys that exclude or require others

    private static func conditions(of key: MappingRule.Key, in rule: MappingRule) -> [String] {
        var plain: [String] = []
        var lines: [String] = []
        for exclusion in rule.exclusions {
            guard let other = exclusion.key else {
                if exclusion.keys == [key.name] { lines.append("Requires: \(exclusion.exceptions.quotedChoice)") }
                continue
            }
            let exceptions = exclusion.exceptions.filter { !excludes(other, $0, rule) }.quotedChoice
            let suffix = exceptions.isEmpty ? "" : " (unless \(exceptions) is present)"
            if other == key.name, let value = exclusion.value {
                lines.append("With the value `\(value)`, cannot be combined with: \(list(exclusion.keys))")
            } else if other == key.name {
                plain += exclusion.keys.map { "`\($0)`\(suffix)" }
            } else if exclusion.keys.contains(key.name) {
                plain.append((exclusion.value.map { "`\(other): \($0)`" } ?? "`\(other)`") + suffix)
            }
        }
        let elsewhere = rule.usableKeys.filter {
            key.exclusionsElsewhere.contains($0.name) || $0.exclusionsElsewhere.contains(key.name)
        }
        plain += elsewhere.map { "`\($0.name)`" }
        var seen: Set<String> = []
        plain.removeAll { !seen.insert($0).inserted }
        return (plain.isEmpty ? [] : ["Cannot be combined with: \(plain.joined(separator: ", "))"]) + lines
    }

    /// Whether one of two keys always excludes the other.
    private static func excludes(_ key: String, _ other: String, _ rule: MappingRule) -> Bool {
        rule.exclusions.contains { exclusion in
            exclusion.value == nil
                && (exclusion.key == key && exclusion.keys.contains(other)
                    || exclusion.key == other && exclusion.keys.contains(key))
        }
    }

    private static func list(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }

    // MARK: Values

    private static func words(for value: KeyValue) -> String {
        switch value {
        case .text: "text"
        case .word(let word): "`\(word)`"
        case .choice(let words): words.quotedChoice
        case .count(let minimum): minimum == 0 ? "a whole number" : "a whole number, at least \(minimum)"
        case .number: "a number"
        case .bool: "`true` or `false`"
        case .duration: "a duration"
        case .name: "a Swift name"
        case .url: "a URL"
        case .type: "a type"
        case .separator: NameSeparator.words.map { "`\($0.word)`" }.joined(separator: ", ") + " or a text in quotes"
        case .constant: "a single value"
        case .anything: "anything"
        case .list(let item): "a list of \(plural(words(for: item)))"
        case .keyed(let pattern, let item) where pattern.hasPrefix("^[^/"):
            "a map of media types to \(plural(words(for: item)))"
        case .keyed(_, let item): "a map of statuses, `4xx` or `default` to \(plural(words(for: item)))"
        case .table(let item), .named(let item): "a map of names to \(plural(words(for: item)))"
        case .map(let id): SpecLanguage.rule(id).map { "[the keys of \($0.noun)](\(address($0)))" } ?? "a map"
        case .anyOf(let values): values.map { words(for: $0) }.joined(lastBy: "or")
        }
    }

    private static func address(_ rule: MappingRule) -> String {
        let page = ReferencePage.allCases.first { $0.rules.contains { $0.id == rule.id } } ?? .spec
        return "\(page.rawValue).md#\(anchor(title(rule)))"
    }

    /// "texts" for "text", "types" for "a type"; what has more words stays.
    private static func plural(_ words: String) -> String {
        switch words {
        case "text", "a type", "a URL", "a single value", "a Swift name":
            words.replacing("a ", with: "", maxReplacements: 1) + "s"
        default: words
        }
    }

    // MARK: Examples

    /// The example inside the maps that lead to it.
    private static func example(of key: MappingRule.Key, in rule: MappingRule) -> String {
        let isOfEndpoint = rule.id == SpecLanguage.endpoint.id
        // A spec of its own, or one endpoint beside another.
        if key.example.hasPrefix("extends: ") || isOfEndpoint && key.example.hasPrefix("endpoints:") {
            return key.example
        }
        var lines = key.example.split(separator: "\n").map(String.init)
        if isOfEndpoint, !lines.contains(where: { $0.hasPrefix("uri: ") }) {
            lines.insert("uri: posts", at: 0)
        }
        guard let last = rule.context.split(separator: "\n").last else { return lines.joined(separator: "\n") }
        let indentation = last.prefix { $0 == " " } + "  "
        return rule.context + lines.map { "\n\(indentation)\($0)" }.joined()
    }

    private static func wholeSpec(around example: String) -> String {
        let own = Set(example.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) })
        var head = ["nettask: 1", "client: API"].filter { line in
            !own.contains(String(line.prefix { $0 != ":" }))
        }
        if example.hasPrefix("shapes:\n") {
            head.append(stock + example.dropFirst("shapes:".count))
        } else if example.contains("\nshapes:\n") {
            head.append(example)
        } else {
            head += [example, stock]
        }
        return head.joined(separator: "\n") + "\n"
    }

    private static let stock = """
        shapes:
          Post: {fields: {id: Int, title: String, body: String?}}
          Filter: {fields: {text: String, page: Int?}}
        """
}
