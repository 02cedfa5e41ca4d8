import NetTaskSpec

/// Makes events of what a server calls: the `webhooks` of a document, and the `callbacks` of its operations.
struct WebhookImporter {
    let schemas: SchemaImporter
    let draft: SpecDraft

    func add(webhooks: DocumentValue) {
        for (name, value, _) in webhooks.entries("`webhooks`") ?? [] { add(name, value) }
    }

    /// Each has URLs that are made of the request, and what is sent to them.
    func add(callbacks: DocumentValue) {
        for (name, reference, _) in callbacks.entries("`callbacks`") ?? [] {
            guard !name.hasPrefix("x-") else {
                reference.leaveOut(.extension)
                continue
            }
            guard let callback = reference.component() else { continue }
            for (url, value, _) in callback.entries("a callback") ?? [] {
                if url.hasPrefix("x-") { value.leaveOut(.extension) } else { add(name, value) }
            }
        }
    }

    /// - Parameter path: What has the operation; its method is of no account.
    private func add(_ name: String, _ path: DocumentValue) {
        guard !name.hasPrefix("x-") else { return path.leaveOut(.extension) }
        guard var item = ObjectReader(path, .pathItem) else { return }
        guard !draft.webhooks.contains(where: { $0.event == name }) else {
            return path.run.ledger.leaveOutUntouched(path, "another event has its name")
        }
        var words = Paragraphs(item.text("summary"), item.text("description"))
        item.leaveOut(["servers", "parameters"], .unused("who is called has the address"))
        let operations = item.members.filter { LocatedOperation.methods.contains($0.key) }
        let chosen = operations.first { $0.key == "post" } ?? operations.first
        for (method, value, _) in operations {
            item.take(method)
            guard method == chosen?.key else {
                value.leaveOut("an event has one operation")
                continue
            }
            if let webhook = webhook(name, value, &words) { draft.webhooks.append(webhook) }
        }
        item.finish()
    }

    private func webhook(_ name: String, _ value: DocumentValue, _ words: inout Paragraphs) -> WebhookDraft? {
        guard var reader = ObjectReader(value, .operation) else { return nil }
        var webhook = WebhookDraft(event: name, source: value)
        _ = reader.text("operationId")
        webhook.isDeprecated = reader.flag("deprecated")
        words.add(reader.text("summary"))
        words.add(reader.text("description"))
        webhook.type = reader.take("requestBody").flatMap { type($0, of: name, &words) }
        reader.leaveOut(["tags", "externalDocs"], .words("an event is in the file of the client"))
        reader.leaveOut(["parameters"], .unused("the verifier has all headers"))
        reader.leaveOut(["responses", "security", "servers", "callbacks"], .unused("who is called answers"))
        reader.finish()
        webhook.description = words.text
        return webhook
    }

    /// nil where nothing is read of it.
    private func type(_ reference: DocumentValue, of event: String, _ words: inout Paragraphs) -> TypeReference? {
        guard var reader = ObjectReader(reference, .requestBody) else { return nil }
        words.add(reader.text("description"), after: "Body: ")
        _ = reader.flag("required")
        let content = reader.take("content").flatMap { ChosenContent($0, .request) }
        reader.finish()
        guard let content else { return nil }
        guard content.mediaType.isJSON else {
            for value in [content.schema, content.encoding] { value?.leaveOut("only events in JSON are read") }
            return nil
        }
        content.encoding?.leaveOut(.unused("JSON has no parts"))
        guard let schema = content.schema else { return .jsonValue }
        let context = reference.context(
            resolvedTo: reader.value,
            else: SchemaContext(name: event + " event", home: .shared)
        )
        let type = schemas.type(of: schema, context)
        if schema["$ref"] == nil {
            let reason = OmissionReason.unused("an event as a whole has no such thing")
            schema.leaveOut(["default", "deprecated", "readOnly", "writeOnly"], reason)
            schema.leaveOutNull("an event as a whole is not null")
        }
        guard type.type.scalar == .date || type.format != nil else { return type.type }
        schema.leaveOut("an event that is a single date or number is read as `JSONValue`")
        return .jsonValue
    }
}

/// An event before it is written.
struct WebhookDraft {
    /// On the wire, as far as the document knows it.
    var event: String
    /// nil where nothing of it is read.
    var type: TypeReference?
    var description: String?
    var isDeprecated = false
    /// Where it comes from.
    var source: DocumentValue?
}

extension SpecWriter {
    /// - Parameter name: Of the enumeration; nil for the usual one.
    func node(webhooks: [WebhookDraft], name: String?) -> SpecNode {
        var map = SpecMap()
        map.add("swiftName", name)
        let missing = "how they are signed, nor where the name of an event is"
        map.addComment("The document does not say \(missing): see `hmac` and `name`.")
        var events = SpecMap()
        let names = MemberNames.names(for: webhooks.map(\.event), reserved: ReservedNames.webhookCases)
        for (webhook, swiftName) in zip(webhooks, names) {
            let type = webhook.type.map { SpecNode.type($0) } ?? .text(TypeReference.noneWord)
            var keys = SpecMap(isCompact: true)
            keys.add("type", type)
            if CamelCase.lowerCamel(webhook.event) != swiftName { keys.add("swiftName", swiftName) }
            keys.add("description", webhook.description)
            keys.add("deprecated", flag: webhook.isDeprecated)
            events.add(webhook.event, keys.items.count == 1 ? type : .map(keys))
        }
        map.add("events", .map(events))
        return .map(map)
    }
}
