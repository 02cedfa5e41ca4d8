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

    /// nil for what is no media type.
    init?(_ text: String) {
        guard ContentTypeRule.isValid(text) else { return nil }
        self.text = text
        let parts = text.split(separator: ";")
        essence = (parts.first ?? "").lowercased().filter { $0 != " " }
        let parameters = parts.dropFirst().map { parameter in
            parameter.lowercased().filter { !" \t\"".contains($0) }
        }
        isMarkedUTF8 = parameters == ["charset=utf-8"]
        hasParameters = !parameters.isEmpty && !isMarkedUTF8
    }

    var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }
    /// Whether it is what JSON is sent as anyway.
    var isPlainJSON: Bool { essence == "application/json" && !hasParameters }
    var isMultipart: Bool { essence == "multipart/form-data" }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    var isText: Bool { essence.hasPrefix("text/") && !isRange }
    /// Whether it stands for several, such as `image/*`.
    var isRange: Bool { essence.contains("*") }

    /// Which one is taken of several: the lower, the rather.
    fileprivate func rank(_ role: ChosenContent.Role) -> Int {
        let isBytes = essence == "application/octet-stream"
        let kinds =
            role == .request
            ? [isPlainJSON, isJSON, isMultipart, isForm, isBytes, isText, !isRange]
            : [isPlainJSON, isJSON, isText, !isRange]
        return kinds.firstIndex(of: true) ?? kinds.count
    }
}

/// What `content` has: the one media type that is taken.
struct ChosenContent {
    private(set) var mediaType: MediaType
    private(set) var schema: DocumentValue?
    private(set) var encoding: DocumentValue?
    /// How many there were.
    let count: Int

    enum Role {
        case request
        case reply
    }

    /// nil where there is none; all others are listed.
    init?(_ content: DocumentValue, _ role: Role) {
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
        let ranks = found.map { $0.type.rank(role) }
        guard let best = ranks.min(), let index = ranks.firstIndex(of: best) else { return nil }
        for (other, entry) in found.enumerated() where other != index { entry.value.leaveOut(.otherForm) }
        let chosen = found[index]
        mediaType = chosen.type
        count = found.count
        if mediaType.isPlainJSON, mediaType.isMarkedUTF8 {
            var key = chosen.value.node
            key.content = .mapping([])
            key.range = chosen.keyRange
            DocumentValue(node: key, path: chosen.value.path, run: content.run).leaveOut(
                .unused("JSON is always UTF-8")
            )
        }
        guard var reader = ObjectReader(chosen.value, .mediaType) else { return }
        schema = reader.take("schema")
        encoding = reader.take("encoding")
        reader.finish()
        // A range of media types holds JSON if what is there is more than text or bytes.
        if mediaType.isRange, let schema, SchemaPeek.isMoreThanText(schema), let json = MediaType("application/json") {
            mediaType = json
        }
    }
}
