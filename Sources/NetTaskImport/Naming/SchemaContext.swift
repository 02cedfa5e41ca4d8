import NetTaskSpec

/// The place of a schema. It determines the names and the file of the shapes that the schema needs.
///
/// The name of an inline shape is the first of these that is free:
///
/// 1. The name that the last import gave to the shape.
/// 2. The title, if the place has only a general word (`Response`, `Item`) or a long name, and no other schema has this title.
/// 3. For the elements of a list or a dictionary, the name of the container with the title, or with the singular of the property.
/// 4. The name of the container with the property, or with the words for the alternative (``AlternativeWords``).
/// 5. The name of the container with a general word.
struct SchemaContext {
    /// The name for an inline shape, such as `CreatePetBody`. Inner shapes append their words.
    var name: String
    let home: SpecHome
    /// The name of the shape, if it is already known because the shape is shared.
    var shapeName: String?
    /// The index of the shared schema that this schema is or is inside of.
    var sharedIndex: Int?
    /// The last word of the name: the name of the field.
    var word: String?
    /// Whether this word is the title.
    var isNamedByTitle = false
    /// Whether this word only describes the place, such as `Item`.
    var isGeneral = false
    /// The name without the last word.
    var container: String?
    /// Whether this is the place of the elements of a list or a dictionary.
    var isElement = false
    /// The name with the singular of the property, for elements.
    var single: String?
    /// The names of all properties of the object that has the property.
    var siblings: [String] = []

    func inside(_ word: String, isGeneral: Bool = false) -> SchemaContext {
        var inner = SchemaContext(name: name + " " + word, home: home, sharedIndex: sharedIndex)
        inner.word = word
        inner.isGeneral = isGeneral
        inner.container = name
        return inner
    }

    /// Returns the place of the elements. Those of a list in a list need no further word.
    func elements(_ word: String) -> SchemaContext {
        if isElement { return self }
        var inner = inside(word, isGeneral: true)
        inner.isElement = true
        inner.container = container
        let single = isNamedByTitle ? word : isGeneral ? nil : Plural.singular(of: self.word ?? name)
        if let single, !siblings.contains(single) { inner.single = container.map { $0 + " " + single } ?? single }
        return inner
    }

    /// Returns the texts for the name of an inline shape, the best one first.
    func texts(title: String?, isOnly: (_ title: String) -> Bool) -> [String] {
        var texts: [String] = []
        if let title, isGeneral || name.utf8.count > TypeNames.lengthLimit, isOnly(title) { texts.append(title) }
        if isElement { texts += [container.flatMap { own in title.map { own + " " + $0 } }, single].compactMap { $0 } }
        return texts + [name]
    }
}

/// The singular of English words, for the names of elements.
enum Plural {
    /// Returns the singular of the last word: `lineItems` becomes `lineItem`. Returns `nil` if the word is not a plural.
    static func singular(of text: String) -> String? {
        let lower = text.lowercased()
        for (plural, singular) in irregular where lower.hasSuffix(plural) {
            guard let singular else { return nil }
            let isCapital = text != lower
            return text.dropLast(plural.count)
                + (isCapital ? singular.prefix(1).uppercased() + singular.dropFirst() : singular)
        }
        guard text.hasSuffix("s"), text.utf8.count > 3, !["ss", "us", "is"].contains(where: lower.hasSuffix) else {
            return nil
        }
        if lower.hasSuffix("ies"), text.utf8.count > 4 { return text.dropLast(3) + "y" }
        let isLonger = ["sses", "shes", "ches", "xes"].contains(where: lower.hasSuffix)
        return String(text.dropLast(isLonger ? 2 : 1))
    }

    /// The singulars of irregular plurals, and `nil` for words that only look like plurals.
    private static let irregular: KeyValuePairs<String, String?> = [
        "children": "child", "people": "person", "statuses": "status", "aliases": "alias", "indices": "index",
        "caches": "cache", "cookies": "cookie", "movies": "movie", "apis": "api", "series": nil,
        "species": nil, "news": nil, "alias": nil, "canvas": nil, "https": nil, "dns": nil, "aws": nil,
    ]
}
