import NetTaskSpec

/// Makes the description of a client from `info`, and the descriptions of its parts from the tags.
enum InfoImporter {
    /// - Parameters:
    ///   - info: `info` of the document.
    ///   - docs: `externalDocs` of the document.
    static func description(_ info: DocumentValue?, _ docs: DocumentValue?) -> String? {
        var words = Paragraphs()
        if let info, var reader = ObjectReader(info, .info) {
            words.add(reader.text("title"))
            words.add(reader.text("summary"))
            words.add(reader.text("description"))
            words.add(reader.text("version"), after: "Version ", before: ".")
            words.add(reader.take("contact").flatMap(contact), after: "Contact: ", before: ".")
            words.add(reader.take("license").flatMap(license), after: "License: ", before: ".")
            words.add(reader.text("termsOfService"), after: "Terms of service: ", before: ".")
            reader.finish()
        }
        words.add(docs.flatMap(seeAlso))
        return words.text
    }

    /// Returns `See https://example.com (more examples).`, or `nil` without a URL.
    static func seeAlso(_ value: DocumentValue) -> String? {
        guard var reader = ObjectReader(value, .externalDocs) else { return nil }
        defer { reader.finish() }
        guard let url = reader.text("url"), !url.isEmpty else {
            reader.leaveOut(["description"], .words(.documentation, "the `url` that it describes is missing"))
            return nil
        }
        let description = reader.text("description") ?? ""
        return description.isEmpty ? "See \(url)." : "See \(url) (\(description))."
    }

    private static func contact(_ value: DocumentValue) -> String? { list(value, .contact, ["name", "email", "url"]) }

    private static func license(_ value: DocumentValue) -> String? {
        list(value, .license, ["name", "identifier", "url"])
    }

    private static func list(_ value: DocumentValue, _ rule: ObjectRule, _ keys: [String]) -> String? {
        guard var reader = ObjectReader(value, rule) else { return nil }
        let parts = keys.compactMap { reader.text($0) }.filter { !$0.isEmpty }
        reader.finish()
        return parts.joined(separator: ", ")
    }

    /// Returns the tags with their descriptions. Each of them has a spec file.
    ///
    /// - Parameter used: The tags of the endpoints.
    static func tags(_ value: DocumentValue, used: Set<String>) -> [(name: String, description: String?)] {
        var seen: Set<String> = []
        return (value.items("`tags`") ?? []).compactMap { $0.component() }.compactMap { element in
            guard let name = element["name"]?.plainText else {
                if ObjectReader(element, .tag) != nil { element.refuse("a tag must have a name") }
                return nil
            }
            guard used.contains(name) else {
                return element.leaveOut(.words(.documentation, "no endpoint has this tag"))
            }
            guard seen.insert(name).inserted else {
                return element.refuse("duplicate tag \(name.quotedForMessage)")
            }
            guard var reader = ObjectReader(element, .tag) else { return nil }
            reader.carry(["name"])
            var words = Paragraphs(reader.text("summary"), reader.text("description"))
            words.add(reader.take("externalDocs").flatMap(seeAlso))
            reader.finish()
            return (name, words.text)
        }
    }
}

/// Text that a document has in several places, and a spec in one place.
struct Paragraphs {
    private var texts: [String] = []

    init(_ texts: String?...) {
        for text in texts { add(text) }
    }

    /// Adds a paragraph, unless it is empty or a duplicate.
    mutating func add(_ text: String?, after word: String = "", before end: String = "") {
        guard let text = text?.withoutSpaceAround else { return }
        let whole = word + text + end
        if !texts.contains(whole) { texts.append(whole) }
    }

    /// The paragraphs as one text, or `nil` if there are none.
    var text: String? { texts.isEmpty ? nil : texts.joined(separator: "\n\n") }
}

extension String {
    /// The text without white space at its start and end. It is `nil` if nothing remains.
    var withoutSpaceAround: String? {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(scalars[first...last])
    }
}
