import NetTaskSpec

/// A media type of a body, as `content` names it.
struct MediaType {
    /// As the document has it.
    let text: String
    /// Without parameters, in small letters: `application/json`.
    private let essence: String

    /// nil for what is no media type.
    init?(_ text: String) {
        let scratch = DiagnosticCollector()
        let file = scratch.add(file: "")
        guard ContentTypeRule.check(text, at: .start(ofFile: file), scratch) else { return nil }
        self.text = text
        let first = text.split(separator: ";").first ?? ""
        essence = first.lowercased().filter { $0 != " " }
    }

    var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }
    /// Whether it is what JSON is sent as anyway.
    var isPlainJSON: Bool { essence == "application/json" }
    var isMultipart: Bool { essence == "multipart/form-data" }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    var isText: Bool { essence.hasPrefix("text/") && !isRange }
    /// Whether it stands for several, such as `image/*`.
    var isRange: Bool { essence.contains("*") }

    /// Which one is taken for a request: the lower, the rather.
    fileprivate var rankInRequest: Int {
        if isPlainJSON { return 0 }
        if isJSON { return 1 }
        if isMultipart { return 2 }
        if isForm { return 3 }
        if essence == "application/octet-stream" { return 4 }
        if isText { return 5 }
        return isRange ? 7 : 6
    }

    fileprivate var rankInReply: Int {
        if isPlainJSON { return 0 }
        if isJSON { return 1 }
        if isText { return 2 }
        return isRange ? 4 : 3
    }
}

/// What `content` has: the one media type that is taken.
struct ChosenContent {
    var mediaType: MediaType
    var schema: DocumentValue?
    var encoding: DocumentValue?
    /// How many there were.
    var count: Int

    enum Role {
        case request
        case reply
    }

    /// nil where there is none; all others are listed.
    init?(_ content: DocumentValue, _ role: Role) {
        guard let members = content.members else {
            content.refuse("`content` must be a map, not \(content.node.kind)")
            return nil
        }
        if members.isEmpty { content.carry() }
        var found: [(type: MediaType, value: DocumentValue)] = []
        for (key, value, _) in members {
            if let type = MediaType(key) {
                found.append((type, value))
            } else if key.hasPrefix("x-") {
                value.leaveOut("extensions of others mean nothing to nettask")
            } else {
                value.refuse("\(key.quotedForMessage) is no media type such as `application/json`")
            }
        }
        let ranks = found.map { role == .request ? $0.type.rankInRequest : $0.type.rankInReply }
        guard let best = ranks.min(), let index = ranks.firstIndex(of: best) else { return nil }
        for (other, entry) in found.enumerated() where other != index { entry.value.leaveOut(OmissionReason.otherForm) }
        mediaType = found[index].type
        count = found.count
        guard let value = found[index].value.component(), var reader = ObjectReader(value, .mediaType) else { return }
        schema = reader.take("schema")
        encoding = reader.take("encoding")
        reader.finish()
        takeRange()
    }

    /// A range of media types holds JSON if what is there has fields.
    private mutating func takeRange() {
        guard mediaType.isRange, let schema, !SchemaPeek.isBinary(schema),
            SchemaPeek.isObject(schema) || SchemaPeek.isListOfObjects(schema)
        else { return }
        if let json = MediaType("application/json") { mediaType = json }
    }
}
