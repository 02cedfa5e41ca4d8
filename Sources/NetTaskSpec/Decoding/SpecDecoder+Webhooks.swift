/// Decodes `webhooks:`.
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
        if listed?.isEmpty == true { at(events.range, .emptyValue).error("`events` of `webhooks` is empty") }
        let names = webhooks.events.map(\.name)
        checkClashes(names, noun: "event", advice: "rename one of them: `swiftName: …`")
        if names.contains(where: { $0.swift == "unknown" }) { webhooks.catchAll = "unrecognized" }
        return webhooks
    }

    // MARK: Events

    private func add(_ entry: YAMLNode.Entry, _ from: [String], to webhooks: inout Webhooks) {
        let subject = "the event \(entry.key.quotedForMessage)"
        guard !entry.value.isMissing else {
            at(entry.keyRange, .missingType)
                .error("\(subject) has no type").note("for an event without data, write `none`")
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
            event.payload = .fields(fields + additional(keys, beside: fields, .replyField))
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

    /// In camel case, with any separator between its words: `orderPaid` for `order.paid` and for `ORDER_PAID`.
    private func eventName(_ entry: YAMLNode.Entry, _ keys: KeyReader?) -> Name? {
        guard checkLength(entry.key, at: entry.keyRange) else { return nil }
        let written = entry.key.quotedForMessage
        if let node = keys?["swiftName"] {
            guard let name = name(entry.key, at: entry.keyRange, swiftName: node, .event) else { return nil }
            return name
        }
        guard !entry.key.isEmpty, let swift = CamelCase.lowerCamel(entry.key) else {
            return at(entry.keyRange, .invalidName).error("\(written) cannot be a Swift name")
                .note("set its Swift name with `swiftName:`").none()
        }
        guard !ReservedNames.webhookCases.contains(swift) else {
            return at(entry.keyRange, .reservedName)
                .error("the event \(written) would have the reserved Swift name `\(swift)`")
                .note("set its Swift name: `swiftName: \(swift)Event`").none()
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

    /// Reports the name of a header where another place is expected. Returns whether it is one.
    private func refusesHeaderName(_ entry: YAMLNode.Entry, _ kind: String) -> Bool {
        guard let text = entry.value.text, text.contains("-"), HeaderRule.isToken(text), !text.contains("."),
            text.first?.isUppercase == true || text.hasPrefix("x-")
        else { return false }
        let name = text.quotedForMessage
        at(entry.value.range, .wrongKind).error("`\(entry.key)` must be \(kind), but \(name) is the name of a header")
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
                .error("`payload` lacks `{timestamp}`: without it, an attacker can change the time")
                .note("include the timestamp in the text that is signed, such as `payload: \"{timestamp}.{body}\"`")
        }
        if let entry = keys.entry("prefix"), hmac.prefix.contains(where: { $0 == "," || $0 == " " }) {
            at(entry.value.range, .invalidSignature)
                .error("`prefix` cannot contain a comma or a space, which separate signatures")
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
                    .error("unknown variable \(name.quotedForMessage) in `payload`; use `{body}` and `{timestamp}`")
                    .suggest(name.closestMatch(among: ["{body}", "{timestamp}"]))
            }
            known.append(name)
            rest = rest[end...].dropFirst()
        }
        if !known.contains("{body}") {
            at(range, .invalidSignature)
                .error("`payload` needs `{body}`: without it, the signature does not protect the body")
        }
        if known.contains("{timestamp}"), timestamp == nil {
            at(range, .invalidSignature).error(
                "`payload` contains `{timestamp}`, but the location of the timestamp is missing"
            )
            .note("add `timestamp: t` or `timestamp: {header: X-Timestamp}`")
        }
    }
}
