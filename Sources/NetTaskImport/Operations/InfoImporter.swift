import NetTaskSpec

/// Makes the words about a client of what a document says of itself.
struct InfoImporter {
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

    /// `See https://example.com (more examples).`; nil where there is no address.
    static func seeAlso(_ value: DocumentValue) -> String? {
        guard var reader = ObjectReader(value, .externalDocs) else { return nil }
        defer { reader.finish() }
        guard let url = reader.text("url"), !url.isEmpty else {
            reader.leaveOut("description", "there is no address to go with it")
            return nil
        }
        let description = reader.text("description") ?? ""
        return description.isEmpty ? "See \(url)." : "See \(url) (\(description))."
    }

    private static func contact(_ value: DocumentValue) -> String? {
        guard var reader = ObjectReader(value, .contact) else { return nil }
        let parts = [reader.text("name"), reader.text("email"), reader.text("url")].compactMap { $0 }
        reader.finish()
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func license(_ value: DocumentValue) -> String? {
        guard var reader = ObjectReader(value, .license) else { return nil }
        let parts = [reader.text("name"), reader.text("identifier"), reader.text("url")].compactMap { $0 }
        reader.finish()
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
