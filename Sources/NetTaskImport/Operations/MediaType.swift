import NetTaskSpec

/// A media type of a body, as a key of `content` states it.
struct MediaType {
    /// The text in the document.
    let text: String
    /// The type in lowercase, without parameters: `application/json`.
    private let essence: String
    /// Whether it has parameters other than `charset=utf-8`. That parameter has no effect, because JSON is always UTF-8.
    let hasParameters: Bool
    /// Whether `charset=utf-8` is its only parameter.
    let isMarkedUTF8: Bool

    /// The media type of nearly all bodies.
    static let json = MediaType(valid: "application/json")

    /// Returns `nil` for an invalid media type.
    init?(_ text: String) {
        if text == Self.json.text {
            self = Self.json
            return
        }
        guard ContentTypeRule.isValid(text) else { return nil }
        self.init(valid: text)
    }

    private init(valid text: String) {
        self.text = text
        // Valid media types are ASCII.
        let parts = text.lowercased().utf8.split(separator: UInt8(ascii: ";"))
        essence = Self.text(parts[0], without: " ")
        let parameters = parts.dropFirst().map { Self.text($0, without: " \t\"") }
        isMarkedUTF8 = parameters == ["charset=utf-8"]
        hasParameters = !parameters.isEmpty && !isMarkedUTF8
    }

    private static func text(_ bytes: Substring.UTF8View, without signs: StaticString) -> String {
        signs.withUTF8Buffer { signs in String(decoding: bytes.filter { !signs.contains($0) }, as: UTF8.self) }
    }

    var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }
    /// Whether it is the default media type of JSON bodies.
    var isPlainJSON: Bool { essence == "application/json" && !hasParameters }
    var isMultipart: Bool { essence == "multipart/form-data" }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    var isText: Bool { essence.hasPrefix("text/") && !isRange }
    /// Whether it represents several media types, such as `image/*`.
    var isRange: Bool { essence.contains("*") }
    /// The text by which media types are compared: case and spaces are ignored.
    fileprivate var comparable: String { text.lowercased().filter { $0 != " " } }

    /// The framing of a stream with this type. It is `nil` for a type that is read as a whole.
    var framing: Endpoint.Stream.Framing? {
        if essence == "text/event-stream" { return .events }
        let lines = [
            "json-seq", "jsonl", "jsonlines", "ndjson", "stream+json", "x-jsonl", "x-jsonlines", "x-ndjson",
        ]
        return essence.hasPrefix("application/") && lines.contains(String(essence.dropFirst(12))) ? .lines : nil
    }

    /// Returns the rank of this type. The importer uses the type with the lowest rank.
    fileprivate func rank(_ role: ChosenContent.Role, _ schema: DocumentValue?) -> Int {
        let isBytes = essence == "application/octet-stream"
        let fits = schema.map(fits) ?? true
        let kinds =
            role != .reply
            ? [
                isPlainJSON, isMergePatch && fits, isJSON && fits, isMultipart && fits, isForm, isBytes, isText,
                isJSON, !isRange && fits,
            ]
            : [isPlainJSON, isJSON, isText, !isRange]
        return kinds.firstIndex(of: true) ?? kinds.count
    }

    /// Whether the body is an object to merge into the resource (RFC 7396).
    private var isMergePatch: Bool { essence == "application/merge-patch+json" }

    /// Whether a body with the schema can have this type. A JSON patch is a list of changes (RFC 6902). This check is necessary
    /// because many documents have one schema for all types of a patch. Without fields, a caller cannot provide a form.
    private func fits(_ schema: DocumentValue) -> Bool {
        if isMultipart { return SchemaPeek.isForm(schema) }
        if essence == "application/json-patch+json" { return !SchemaPeek.isObject(schema) }
        return !isMergePatch || !SchemaPeek.isList(schema)
    }

    /// Whether the document describes a body of this type, although the JSON body has no schema. Converted documents repeat one
    /// schema for each type. Therefore XML without its own schema does not count.
    fileprivate func isDescribed(unlike json: DocumentValue, _ own: DocumentValue) -> Bool {
        guard !isJSON, !isRange else { return false }
        if let schema = own["schema"] ?? own["itemSchema"] { return schema.node.isMap && !schema.isAnnotation }
        return json["schema"] != nil && !essence.hasSuffix("xml")
    }
}

/// The part of `content` that the importer uses: a media type, its alternatives, and a stream beside it.
struct ChosenContent {
    private(set) var mediaType: MediaType
    private(set) var schema: DocumentValue?
    private(set) var encoding: DocumentValue?
    /// The value that describes the media type.
    let value: DocumentValue
    /// Bodies with other media types that a message may have instead.
    private(set) var others: [ChosenContent] = []
    /// A stream, with the value that describes it. It may be the only content.
    private(set) var stream: (framing: Endpoint.Stream.Framing, value: DocumentValue)?
    /// The number of media types in `content`, without a stream beside another one.
    let count: Int

    enum Role {
        case request
        /// A request from the server.
        case event
        case reply
    }

    /// When the importer uses a stream.
    enum StreamUse {
        case never
        /// Only without other content.
        case alone
        /// Also beside other content.
        case beside
    }

    /// Whether the stream is the only content.
    var isOnlyStream: Bool { mediaType.framing != nil && stream != nil }

    /// Returns `nil` if no media type is valid. Lists the media types that are not used.
    init?(_ content: DocumentValue, _ role: Role, streams use: StreamUse = .never) {
        guard let members = content.entries("`content`") else { return nil }
        var found: [(type: MediaType, value: DocumentValue, keyRange: SourceRange)] = []
        for (key, value, keyRange) in members {
            if let type = MediaType(key) {
                found.append((type, value, keyRange))
            } else if key.hasPrefix("x-") {
                value.leaveOut(.extension)
            } else {
                value.refuse("\(key.quotedForMessage) is not a media type such as `application/json`")
            }
        }
        let all = found
        found.removeAll { json in
            guard json.type.isJSON, json.value.saysNothing else { return false }
            guard all.contains(where: { $0.type.isDescribed(unlike: json.value, $0.value) }) else { return false }
            json.value.leaveOut(.otherForm)
            return true
        }
        let isAlone = found.allSatisfy { $0.type.framing != nil }
        let takesStream = use == .beside || use == .alone && isAlone
        let streamIndex = takesStream ? found.firstIndex { $0.type.framing != nil } : nil
        let ranks = found.map {
            !isAlone && takesStream && $0.type.framing != nil ? .max : $0.type.rank(role, $0.value["schema"])
        }
        guard let best = ranks.min(), let bestIndex = ranks.firstIndex(of: best) else { return nil }
        let index = isAlone ? streamIndex ?? bestIndex : bestIndex
        let chosen = found[index]
        value = chosen.value
        for (other, entry) in found.enumerated() where other != index && other != streamIndex {
            // A spec cannot contain the same media type twice.
            let taken = [chosen.type.comparable] + others.map(\.mediaType.comparable)
            let isNew = !taken.contains(entry.type.comparable)
            switch entry.type.use(of: entry.value["schema"], beside: chosen.type, chosen.value["schema"], role) {
            case nil where role != .event && isNew:
                others.append(ChosenContent(entry.type, entry.value))
            case let reason:
                entry.value.without("schema", of: chosen.value).leaveOut(reason ?? .otherForm)
            }
        }
        mediaType = chosen.type
        count = all.count - (streamIndex == nil || isAlone ? 0 : 1)
        if let streamIndex, let framing = found[streamIndex].type.framing {
            stream = (framing, found[streamIndex].value)
            if isAlone { return }
        }
        if mediaType.isPlainJSON, mediaType.isMarkedUTF8 {
            let key = YAMLNode(content: .mapping([]), range: chosen.keyRange)
            DocumentValue(node: key, path: chosen.value.path, run: content.run).leaveOut(
                .unused(.noEffect, "JSON is always UTF-8")
            )
        }
        // In Swagger 2.0, the name of a media type is a value, which is carried over here.
        if content.run.swagger != nil { chosen.value.emptied.carry() }
        read(chosen.value)
        // A range of media types contains JSON if the schema describes more than text or bytes.
        if mediaType.isRange, let schema, SchemaPeek.isMoreThanText(schema) {
            mediaType = .json
        }
    }
}

extension ChosenContent {
    private init(_ mediaType: MediaType, _ value: DocumentValue) {
        self.mediaType = mediaType
        self.value = value
        count = 1
        read(value)
    }

    private mutating func read(_ value: DocumentValue) {
        guard var reader = ObjectReader(value, .mediaType) else { return }
        schema = reader.take("schema")
        encoding = reader.take("encoding")
        reader.finish()
    }
}

extension MediaType {
    /// Returns the reason why a body with this type is not an alternative to another one, or `nil` if it is an alternative.
    fileprivate func use(
        of schema: DocumentValue?,
        beside other: MediaType,
        _ otherSchema: DocumentValue?,
        _ role: ChosenContent.Role
    ) -> OmissionReason? {
        guard let schema, let otherSchema else { return .otherForm }
        if schema.node.hasSameContent(as: otherSchema.node) {
            // A value that is bytes in a form is text in JSON.
            let hasFiles =
                role == .request && isMultipart && !other.isMultipart && SchemaPeek.hasBinaryProperties(schema)
            return hasFiles ? nil : .sameValues
        }
        // A request is sent with one media type, not with a range.
        if role == .request, other.isRange { return .otherForm }
        if isRange || framing != nil || SchemaPeek.property("stream", of: otherSchema) != nil {
            return .otherForm
        }
        if isJSON { return nil }
        if isMultipart || isForm { return role == .request && SchemaPeek.hasProperties(schema) ? nil : .otherForm }
        return SchemaPeek.isMoreThanText(schema) ? .otherForm : nil
    }
}

extension YAMLNode {
    /// Whether both nodes have the same content, regardless of their places.
    fileprivate func hasSameContent(as other: YAMLNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let own), .scalar(let other)): own.text == other.text
        case (.sequence(let own), .sequence(let other)):
            own.elementsEqual(other) { $0.hasSameContent(as: $1) }
        case (.mapping(let own), .mapping(let other)):
            own.elementsEqual(other) { $0.key == $1.key && $0.value.hasSameContent(as: $1.value) }
        default: false
        }
    }
}

extension DocumentValue {
    /// An empty map with the place of this map.
    fileprivate var emptied: DocumentValue {
        DocumentValue(node: YAMLNode(content: .mapping([]), range: range), path: path, run: run)
    }

    /// Returns the map without the value of a key, if another map shares this value.
    fileprivate func without(_ key: String, of other: DocumentValue) -> DocumentValue {
        guard let shared = self[key], shared.range == other[key]?.range else { return self }
        let entries = node.entries.filter { $0.key != key }
        return DocumentValue(node: YAMLNode(content: .mapping(entries), range: range), path: path, run: run)
    }

    /// Whether a media type has neither a description of its values nor an example.
    fileprivate var saysNothing: Bool {
        guard self["example"] == nil, self["examples"] == nil, self["itemSchema"] == nil else { return false }
        return self["schema"].map { $0.isAnnotation || $0.plainText == "true" } ?? true
    }
}
