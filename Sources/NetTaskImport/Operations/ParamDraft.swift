/// A param of an endpoint before it has its name in Swift.
struct ParamDraft {
    /// With its location, even where the method would put it there.
    var field: FieldDraft
    /// What stands before its value in the uri: `.` or `;name=`.
    var uriPrefix = ""
    /// What describes it among the fields of an object; nil for a parameter of its own.
    var property: DocumentValue?

    var location: FieldDraft.Location { field.location ?? .body }
}

extension FieldDraft {
    /// Makes it a text that is sent as it is: for values that the language cannot write at this place.
    mutating func becomeText(note: String) {
        type = .string
        format = nil
        style = nil
        defaultValue = nil
        isNullable = false
        var words = Paragraphs()
        words.add(description)
        words.add(note)
        description = words.text
    }

    static let noteOfText = "It takes the value as text, which is escaped where it has to be."
    static let noteOfJSON = "It takes the text of the JSON that is sent."
}
