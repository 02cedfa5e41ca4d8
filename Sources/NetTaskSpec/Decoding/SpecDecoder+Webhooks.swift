/// Reads `webhooks:`.
extension SpecDecoder {
    func webhooks(_ entry: YAMLNode.Entry) -> Webhooks? {
        let changed = inherited.changed(by: entry, SpecLanguage.webhooks, diagnostics)
        guard let keys = keys(changed, SpecLanguage.webhooks) else { return nil }
        let name = keys["swiftName"].map { self.name("Webhook", at: $0.range, swiftName: $0, .webhooks) }
        var webhooks = Webhooks(name: (name ?? nil) ?? Name("Webhook", place: entry.keyRange))
        webhooks.isMutable = isMutable(entry.value)
        keys.read(into: &webhooks)
        if let place = keys.entry("name").flatMap({ place($0) }) { webhooks.eventName = place }
        if let hmac = keys.entry("hmac").flatMap({ hmac($0) }) { webhooks.signature = .hmac(hmac) }
        let from = keys.path("from") ?? []
        webhooks.place = entry.keyRange
        guard let events = keys["events"] else { return webhooks }
        let listed = entries(events, "events", of: "types").map { entries in
            entries.filter { !SpecLanguage.isExtension($0.key) }
        }
        for event in listed ?? [] { add(event, from, to: &webhooks) }
        if listed?.isEmpty == true { at(events.range, .emptyValue).error("`events` of `webhooks` has none") }
        let names = webhooks.events.map(\.name)
        checkClashes(names, noun: "event", advice: "give one of them another name: `swiftName: …`")
        if names.contains(where: { $0.swift == "unknown" }) { webhooks.catchAll = "unrecognized" }
        return webhooks
    }

    // MARK: Events

    private func add(_ entry: YAMLNode.Entry, _ from: [String], to webhooks: inout Webhooks) {
        let subject = "the event \(entry.key.quotedForMessage)"
        guard !entry.value.isMissing else {
            at(entry.keyRange, .missingType)
                .error("\(subject) has no type").note("write `none` if nothing of it is read")
            return
        }
        let changed = inherited.changed(by: entry, SpecLanguage.webhookEvent, diagnostics)
        let keys = entry.value.isMap ? keys(changed, SpecLanguage.webhookEvent, subject: subject) : nil
        if entry.value.isMap, keys == nil { return }
        guard let name = eventName(entry, keys) else { return }
        var event = Webhooks.Event(name: name)
        keys?.read(into: &event)
        event.path = keys?.path("from") ?? from
        if let keys, let node = keys.entry("fields") {
            let fields = fields(node.value, "fields", .replyField, separator(keys, entry.value)) ?? []
            event.payload = .fields(fields)
        } else {
            guard let node = keys.map({ $0["type"] }) ?? entry.value else {
                if keys?.entry("type") == nil {
                    at(entry.keyRange, .missingKey)
                        .error("\(subject) needs `type` or `fields`")
                }
                return
            }
            if node.text != TypeReference.noneWord {
                guard let type = type(node) else { return }
                event.payload = .type(type)
                event.typePlace = node.range
            }
        }
        if event.payload == .none { event.path = [] }
        webhooks.events.append(event)
    }

    /// In camel case, whatever stands between its words: `orderPaid` for `order.paid` and for `ORDER_PAID`.
    private func eventName(_ entry: YAMLNode.Entry, _ keys: KeyReader?) -> Name? {
        guard checkLength(entry.key, at: entry.keyRange) else { return nil }
        let written = entry.key.quotedForMessage
        if let node = keys?["swiftName"] {
            guard let name = name(entry.key, at: entry.keyRange, swiftName: node, .event) else { return nil }
            return name
        }
        guard !entry.key.isEmpty, let swift = CamelCase.lowerCamel(entry.key) else {
            return at(entry.keyRange, .invalidName).error("\(written) cannot be a Swift name")
                .note("give the event a Swift name with `swiftName:`").none()
        }
        guard !ReservedNames.webhookCases.contains(swift) else {
            return at(entry.keyRange, .reservedName)
                .error("the event \(written) would be called `\(swift)` in Swift, which is reserved")
                .note("give the event a Swift name: `swiftName: \(swift)Event`").none()
        }
        return Name(entry.key, swift: swift, place: entry.keyRange)
    }

    // MARK: Places

    /// `type`, or `{header: X-GitHub-Event}`.
    private func place(_ entry: YAMLNode.Entry) -> Webhooks.Place? {
        if entry.value.isMap { return header(entry).map { .header($0) } }
        if refusesHeaderName(entry, "a path in the body") { return nil }
        return path(entry.value, entry.key).map { .body($0) }
    }

    /// Whether the text is a header's name, which would be looked for elsewhere; reports it if so.
    private func refusesHeaderName(_ entry: YAMLNode.Entry, _ kind: String) -> Bool {
        guard let text = entry.value.text, text.contains("-"), HeaderRule.isToken(text), !text.contains("."),
            text.first?.isUppercase == true || text.hasPrefix("x-")
        else { return false }
        let name = text.quotedForMessage
        at(entry.value.range, .wrongKind).error("`\(entry.key)` takes \(kind), and \(name) is the name of a header")
            .note("for the header, write `\(entry.key): {header: \(text.visible(upTo: 60))}`")
            .fix(entry.value.range, "{header: \(text)}", isCertain: true)
        return true
    }

    private func header(_ entry: YAMLNode.Entry) -> String? {
        keys(entry, SpecLanguage.webhookHeader, subject: "`\(entry.key)`").flatMap { headerName($0) }
    }

    private func headerName(_ keys: KeyReader) -> String? {
        guard let node = keys["header"], let name = text(node, "header"), checkHeaderName(name, at: node.range) else {
            return nil
        }
        return name
    }

    // MARK: Signatures

    private func hmac(_ entry: YAMLNode.Entry) -> Webhooks.HMAC? {
        guard let keys = keys(entry, SpecLanguage.hmac) else { return nil }
        let timestamp = keys.entry("timestamp")
        let header = headerName(keys)
        var hmac = Webhooks.HMAC(header: header ?? "")
        keys.read(into: &hmac)
        if let range = keys["payload"]?.range { checkPayload(hmac.payload, timestamp, at: range) }
        if let timestamp, !hmac.payload.contains("{timestamp}") {
            at(timestamp.keyRange, .invalidSignature)
                .error("`{timestamp}` is not in `payload`: anybody could change the time")
                .note("write what is signed, such as `payload: \"{timestamp}.{body}\"`")
        }
        if let entry = keys.entry("prefix"), hmac.prefix.contains(where: { $0 == "," || $0 == " " }) {
            at(entry.value.range, .invalidSignature)
                .error("`prefix` cannot hold a comma or a space, which stand between signatures")
        }
        hmac.timestamp = timestamp.flatMap { self.timestamp($0) }
        return header == nil ? nil : hmac
    }

    private func timestamp(_ entry: YAMLNode.Entry) -> Webhooks.Timestamp? {
        if entry.value.isMap { return header(entry).map { .header($0) } }
        if refusesHeaderName(entry, "a name in the header of the signature") { return nil }
        guard let name = shortText(entry.value, "timestamp") else { return nil }
        guard HeaderRule.isToken(name) else {
            return at(entry.value.range, .invalidHeaderName)
                .error("\(name.quotedForMessage) cannot be the name of the timestamp")
                .note("write `t` for `t=1492774577`, or `{header: X-Timestamp}`").none()
        }
        return .field(name)
    }

    private func checkPayload(_ payload: String, _ timestamp: YAMLNode.Entry?, at range: SourceRange) {
        var known: [String] = []
        var rest = payload[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[start...end])
            if !["{body}", "{timestamp}"].contains(name) {
                at(range, .invalidSignature)
                    .error("`payload` has no \(name.quotedForMessage); it knows `{body}` and `{timestamp}`")
                    .suggest(name.closestMatch(among: ["{body}", "{timestamp}"]))
            }
            known.append(name)
            rest = rest[end...].dropFirst()
        }
        if !known.contains("{body}") {
            at(range, .invalidSignature)
                .error("`payload` needs `{body}`: a signature of anything else says nothing of the body")
        }
        if known.contains("{timestamp}"), timestamp == nil {
            at(range, .invalidSignature).error("`payload` has `{timestamp}`, and nothing says where that is")
                .note("add `timestamp: t` or `timestamp: {header: X-Timestamp}`")
        }
    }
}
