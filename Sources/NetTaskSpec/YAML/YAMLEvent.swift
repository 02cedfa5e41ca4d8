/// What the YAML parser meets next.
struct YAMLEvent {
    var kind: Kind
    var range: SourceRange

    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(text: String, isPlain: Bool, properties: Properties)
        case sequenceStart(Properties)
        case sequenceEnd
        case mappingStart(Properties)
        case mappingEnd
    }

    /// What may stand before a value: `&anchor !tag`.
    struct Properties {
        var anchor: String?
        var tag: String?
    }
}

/// Why a file is no YAML.
struct YAMLSyntaxError: Error {
    var message: String
    var position: SourceRange.Position
    /// What the parser was in the middle of, as "while parsing a block mapping", and where that began.
    var context: String?
    var contextPosition: SourceRange.Position?
}
