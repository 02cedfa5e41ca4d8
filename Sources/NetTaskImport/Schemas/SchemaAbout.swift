import NetTaskSpec

/// The annotations of a schema, which describe its values besides their type.
struct SchemaAbout {
    private(set) var description: String?
    /// The title, if the description begins with it.
    private var title: String?
    var isNullable = false
    /// The value of `nullable: true`, which may be redundant.
    var nullable: DocumentValue?
    var isDeprecated = false
    var only: Field.Direction?
    /// The default as in the document. Only the type shows whether it is valid.
    var defaultValue: DocumentValue?

    init() {}

    /// - Parameter context: The context with the names of the place. A title that repeats a name is left out.
    init(_ reader: inout ObjectReader, _ context: SchemaContext) {
        (title, description) = Self.description(&reader, context)
        let flag = reader.take("nullable")
        if flag?.bool() == true { nullable = flag }
        isDeprecated = reader.flag("deprecated")
        let (readOnly, writeOnly) = (reader.take("readOnly"), reader.take("writeOnly"))
        let (isReadOnly, isWriteOnly) = (readOnly?.bool() ?? false, writeOnly?.bool() ?? false)
        if isReadOnly, isWriteOnly {
            writeOnly?.refuse("`writeOnly` contradicts `readOnly`")
        }
        only = isReadOnly ? .response : isWriteOnly ? .request : nil
        defaultValue = reader.take("default")
    }

    /// Adds the annotations of another part of the same schema. Existing annotations have precedence.
    mutating func add(_ other: SchemaAbout, of part: DocumentValue) {
        if description == nil {
            (title, description) = (other.title, other.description)
        } else if other.description != nil {
            part.leaveOut(["title", "description"], .otherDescription)
        }
        if nullable == nil {
            nullable = other.nullable
        } else {
            other.nullable?.leaveOut(.nullable)
        }
        isNullable = isNullable || other.isNullable
        isDeprecated = isDeprecated || other.isDeprecated
        only = only ?? other.only
        if defaultValue == nil {
            defaultValue = other.defaultValue
        } else {
            other.defaultValue?.leaveOut(.otherDefault)
        }
    }

    /// Returns the description. The title comes first if it differs from the names and from the description.
    private static func description(
        _ reader: inout ObjectReader,
        _ context: SchemaContext
    ) -> (title: String?, description: String?) {
        let titleValue = reader.take("title")
        let text = reader.text("description")?.withoutSpaceAround
        guard let titleValue, let title = titleValue.text(), !context.isNamedByTitle else { return (nil, text) }
        let said = [context.word, context.shapeName ?? context.name].compactMap { $0.map(letters) }
        let own = letters(title)
        guard !own.isEmpty, !said.contains(own), !(text.map { letters($0).hasPrefix(own) } ?? false) else {
            titleValue.leaveOut(.words(.documentation, "the name or the description already states it"))
            return (nil, text)
        }
        return (title, (title + "\n\n" + (text ?? "")).withoutSpaceAround)
    }

    /// Returns the description of a shape. A title that repeats its name is left out.
    func description(named name: String) -> String? {
        guard let title, let description, description.hasPrefix(title), Self.letters(title) == Self.letters(name)
        else { return description }
        return String(description.dropFirst(title.count)).withoutSpaceAround
    }

    private static func letters(_ text: String) -> String {
        var letters = ScalarText()
        for scalar in text.unicodeScalars.prefix(200) where scalar.properties.isAlphabetic { letters.append(scalar) }
        return letters.text.lowercased()
    }
}
