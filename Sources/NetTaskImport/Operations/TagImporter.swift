import NetTaskSpec

/// Reads what a document says of its tags, each of which has a spec file.
enum TagImporter {
    /// - Parameter used: The tags that endpoints go by.
    static func tags(_ value: DocumentValue, used: Set<String>) -> [(name: String, description: String?)] {
        guard let elements = value.items("`tags`") else { return [] }
        var seen: Set<String> = []
        return elements.compactMap { $0.component() }.compactMap { element in
            guard let name = element["name"]?.plainText else {
                if ObjectReader(element, .tag) != nil { element.refuse("a tag must have a name") }
                return nil
            }
            guard used.contains(name) else {
                element.leaveOut("no endpoint goes by this tag")
                return nil
            }
            guard seen.insert(name).inserted else {
                element.refuse("the tag \(name.quotedForMessage) is here for the second time")
                return nil
            }
            return tag(element)
        }
    }

    private static func tag(_ value: DocumentValue) -> (name: String, description: String?)? {
        guard var reader = ObjectReader(value, .tag), let name = reader.text("name") else { return nil }
        var words = Paragraphs()
        words.add(reader.text("description"))
        words.add(reader.take("externalDocs").flatMap(InfoImporter.seeAlso))
        reader.finish()
        return (name, words.text)
    }
}
