import NetTaskSpec

/// What a schema says of its values besides their type.
struct SchemaAbout {
    var description: String?
    var isNullable = false
    /// `nullable: true`, which may say what is said already.
    var nullable: DocumentValue?
    var isDeprecated = false
    var only: Field.Direction?
    /// As the document has it: whether it fits shows with the type.
    var defaultValue: DocumentValue?

    init() {}

    /// - Parameter context: What the place is called, which a title need not say again.
    init(_ reader: inout ObjectReader, _ context: SchemaContext) {
        description = Self.description(&reader, context)
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

    /// Takes over what another part of the same schema says, where this one says nothing.
    mutating func add(_ other: SchemaAbout, of part: DocumentValue) {
        if description == nil {
            description = other.description
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

    /// The title comes first where it says something else than the name and the description.
    private static func description(_ reader: inout ObjectReader, _ context: SchemaContext) -> String? {
        let titleValue = reader.take("title")
        let text = reader.text("description")?.withoutSpaceAround
        guard let titleValue, let title = titleValue.text(), !context.isNamedByTitle else { return text }
        let said = [context.word, context.shapeName ?? context.name].compactMap { $0.map(letters) }
        let own = letters(title)
        guard !own.isEmpty, !said.contains(own), !(text.map { letters($0).hasPrefix(own) } ?? false) else {
            titleValue.leaveOut(.words(.documentation, "the name or the description says it"))
            return text
        }
        return (title + "\n\n" + (text ?? "")).withoutSpaceAround
    }

    private static func letters(_ text: String) -> String {
        var letters = ScalarText()
        for scalar in text.unicodeScalars.prefix(200) where scalar.properties.isAlphabetic { letters.append(scalar) }
        return letters.text.lowercased()
    }
}
