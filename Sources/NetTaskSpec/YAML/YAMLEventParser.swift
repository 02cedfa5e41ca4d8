internal import CYAML

/// libyaml's event parser with a copy of the text.
///
/// libyaml keeps a pointer to its input, and its state must not move. Both have fixed addresses from `init` to `deinit`, and
/// no pointer into them leaves this type: events are copied into Swift values.
struct YAMLEventParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let isReady: Bool
    private let text: SourceText

    /// - Parameter text: must have passed `SourceText.firstFault`.
    init(_ text: SourceText) {
        self.text = text
        input = .allocate(capacity: max(text.bytes.count, 1))
        _ = input.initialize(from: text.bytes)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        isReady = yaml_parser_initialize(parser) == 1
        if isReady {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, input.baseAddress, text.bytes.count)
        }
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deinitialize(count: 1)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event. Do not call it after `streamEnd` or an error.
    mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
        guard isReady else { throw YAMLSyntaxError(message: "out of memory", position: SourceRange.none.start) }
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
        defer { yaml_event_delete(&event) }
        let range = SourceRange(
            file: text.file,
            start: text.position(event.start_mark),
            end: text.position(event.end_mark)
        )
        return YAMLEvent(kind: Self.kind(of: event), range: range)
    }

    private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            return .documentStart
        case YAML_DOCUMENT_END_EVENT:
            return .documentEnd
        case YAML_ALIAS_EVENT:
            return .alias(string(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let properties = YAMLEvent.Properties(anchor: string(scalar.anchor), tag: string(scalar.tag))
            return .scalar(text: text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, properties: properties)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return .sequenceStart(YAMLEvent.Properties(anchor: string(start.anchor), tag: string(start.tag)))
        case YAML_SEQUENCE_END_EVENT:
            return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return .mappingStart(YAMLEvent.Properties(anchor: string(start.anchor), tag: string(start.tag)))
        case YAML_MAPPING_END_EVENT:
            return .mappingEnd
        case YAML_STREAM_START_EVENT:
            return .streamStart
        default:
            return .streamEnd  // or the empty event that libyaml returns after the end
        }
    }

    private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private var syntaxError: YAMLSyntaxError {
        let parser = parser.pointee
        let message = parser.problem.map { String(cString: $0) } ?? "the YAML parser failed"
        guard parser.error != YAML_READER_ERROR else {
            return YAMLSyntaxError(message: message, position: text.position(ofByte: parser.problem_offset))
        }
        let context = parser.context.map { String(cString: $0) }
        return YAMLSyntaxError(
            message: message,
            position: text.position(parser.problem_mark),
            context: context,
            contextPosition: context == nil ? nil : text.position(parser.context_mark)
        )
    }
}

extension SourceText {
    fileprivate func position(_ mark: yaml_mark_t) -> SourceRange.Position {
        position(yamlLine: mark.line, column: mark.column)
    }
}

/// An event of the YAML parser.
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

    /// The properties before a value: `&anchor !tag`.
    struct Properties {
        var anchor: String?
        var tag: String?
    }
}

/// The reason why a file is not valid YAML.
struct YAMLSyntaxError: Error {
    var message: String
    var position: SourceRange.Position
    /// The parser's context, such as "while parsing a block mapping", and its beginning.
    var context: String?
    var contextPosition: SourceRange.Position?
}
