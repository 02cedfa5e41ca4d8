import NetTaskSpec

/// A media type of a body, as `content` names it.
struct MediaType {
    /// As the document has it.
    let text: String
    /// Without parameters, in small letters: `application/json`.
    private let essence: String
    /// Whether it says more than its type and that texts are UTF-8, which JSON always is.
    let hasParameters: Bool
    /// Whether `charset=utf-8` is all that it says beside its type.
    let isMarkedUTF8: Bool

    /// The one that nearly all bodies have.
    static let json = MediaType(valid: "application/json")

    /// nil for what is no media type.
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
        // What is valid is ASCII.
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
    /// Whether it is what JSON is sent as anyway.
    var isPlainJSON: Bool { essence == "application/json" && !hasParameters }
    var isMultipart: Bool { essence == "multipart/form-data" }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    var isText: Bool { essence.hasPrefix("text/") && !isRange }
    /// Whether it stands for several, such as `image/*`.
    var isRange: Bool { essence.contains("*") }

    /// What a stream of it is made of; nil for what comes as a whole.
    var framing: Endpoint.Stream.Framing? {
        if essence == "text/event-stream" { return .events }
        let lines = [
            "json-seq", "jsonl", "jsonlines", "ndjson", "stream+json", "x-jsonl", "x-jsonlines", "x-ndjson",
        ]
        return essence.hasPrefix("application/") && lines.contains(String(essence.dropFirst(12))) ? .lines : nil
    }

    /// The form with the lowest rank is used.
    fileprivate func rank(_ role: ChosenContent.Role, _ schema: DocumentValue?) -> Int {
        let isBytes = essence == "application/octet-stream"
        let fits = schema.map(fits) ?? true
        let kinds =
            role != .reply
            ? [
                isPlainJSON, isMergePatch && fits, isJSON && fits, isMultipart, isForm, isBytes, isText, isJSON,
                !isRange,
            ]
            : [isPlainJSON, isJSON, isText, !isRange]
        return kinds.firstIndex(of: true) ?? kinds.count
    }

    /// Merges an object into the resource (RFC 7396).
    private var isMergePatch: Bool { essence == "application/merge-patch+json" }

    /// Whether a body of the schema can be of this type. A JSON patch is a list of changes (RFC 6902). Many documents have one
    /// schema for all forms of a patch.
    private func fits(_ schema: DocumentValue) -> Bool {
        if essence == "application/json-patch+json" { return !SchemaPeek.isObject(schema) }
        return !isMergePatch || !SchemaPeek.isList(schema)
    }

    /// Whether the document describes this form although its JSON form has no schema. A converted document repeats one schema for
    /// every form, so an XML form without its own schema does not count.
    fileprivate func isDescribed(unlike json: DocumentValue, _ own: DocumentValue) -> Bool {
        guard !isJSON, !isRange else { return false }
        if let schema = own["schema"] ?? own["itemSchema"] { return schema.node.isMap && !schema.isAnnotation }
        return json["schema"] != nil && !essence.hasSuffix("xml")
    }
}

/// What `content` has: the one media type that is taken, and a stream beside it.
struct ChosenContent {
    private(set) var mediaType: MediaType
    private(set) var schema: DocumentValue?
    private(set) var encoding: DocumentValue?
    /// What describes it.
    let value: DocumentValue
    /// Bodies of other media types that a message may have instead.
    private(set) var others: [ChosenContent] = []
    /// A stream, with what describes it; it can be all there is.
    private(set) var stream: (framing: Endpoint.Stream.Framing, value: DocumentValue)?
    /// How many there were, but for a stream beside another.
    let count: Int

    enum Role {
        case request
        /// A request of a server.
        case event
        case reply
    }

    /// Whether a stream is taken.
    enum StreamUse {
        case never
        /// Where there is nothing else.
        case alone
        /// Also beside another.
        case beside
    }

    /// Whether a stream is all there is.
    var isOnlyStream: Bool { mediaType.framing != nil && stream != nil }

    /// nil where there is none; all others are listed.
    init?(_ content: DocumentValue, _ role: Role, streams use: StreamUse = .never) {
        guard let members = content.entries("`content`") else { return nil }
        var found: [(type: MediaType, value: DocumentValue, keyRange: SourceRange)] = []
        for (key, value, keyRange) in members {
            if let type = MediaType(key) {
                found.append((type, value, keyRange))
            } else if key.hasPrefix("x-") {
                value.leaveOut(.extension)
            } else {
                value.refuse("\(key.quotedForMessage) is no media type such as `application/json`")
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
            switch entry.type.use(of: entry.value["schema"], beside: chosen.type, chosen.value["schema"], role) {
            case nil where role != .event:
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
        // Swagger 2.0 has its name as a value.
        if content.run.swagger != nil { chosen.value.emptied.carry() }
        read(chosen.value)
        // A range of media types holds JSON if what is there is more than text or bytes.
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
    /// Why a body of this type is no alternative to another one; nil where it is.
    fileprivate func use(
        of schema: DocumentValue?,
        beside other: MediaType,
        _ otherSchema: DocumentValue?,
        _ role: ChosenContent.Role
    ) -> OmissionReason? {
        guard let schema, let otherSchema else { return .otherForm }
        if schema.node.hasSameContent(as: otherSchema.node) {
            // What is bytes in a form is text in JSON.
            let hasFiles =
                role == .request && isMultipart && !other.isMultipart && SchemaPeek.hasBinaryProperties(schema)
            return hasFiles ? nil : .sameValues
        }
        if isRange || framing != nil || SchemaPeek.property("stream", of: otherSchema) != nil {
            return .otherForm
        }
        if isJSON { return nil }
        if isMultipart || isForm { return role == .request && SchemaPeek.hasProperties(schema) ? nil : .otherForm }
        return SchemaPeek.isMoreThanText(schema) ? .otherForm : nil
    }
}

extension YAMLNode {
    /// Whether both say the same, wherever they stand.
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
    /// The place of a map alone.
    fileprivate var emptied: DocumentValue {
        DocumentValue(node: YAMLNode(content: .mapping([]), range: range), path: path, run: run)
    }

    /// A map without what it shares with another.
    fileprivate func without(_ key: String, of other: DocumentValue) -> DocumentValue {
        guard let shared = self[key], shared.range == other[key]?.range else { return self }
        let entries = node.entries.filter { $0.key != key }
        return DocumentValue(node: YAMLNode(content: .mapping(entries), range: range), path: path, run: run)
    }

    /// Whether a media type neither describes its values nor has an example.
    fileprivate var saysNothing: Bool {
        guard self["example"] == nil, self["examples"] == nil, self["itemSchema"] == nil else { return false }
        return self["schema"].map { $0.isAnnotation || $0.plainText == "true" } ?? true
    }
}
