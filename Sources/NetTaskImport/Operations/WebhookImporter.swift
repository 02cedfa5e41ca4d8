import NetTaskSpec

/// Imports requests from the server as events: the `webhooks` of a document, and the `callbacks` of its operations.
final class WebhookImporter {
    private let schemas: SchemaImporter
    private var webhooks = Webhooks(name: Name("Webhook"))

    init(_ schemas: SchemaImporter) {
        self.schemas = schemas
    }

    /// Returns all events with their names in Swift. Returns `nil` if there are none.
    func finish(_ types: TypeNames) -> Webhooks? {
        guard !webhooks.events.isEmpty else { return nil }
        webhooks.name.swift = types.name(for: "Webhook", .webhooks)
        webhooks.isMutable = false
        let events = webhooks.events.map(\.name.written)
        for (index, name) in MemberNames.names(for: events, reserved: ReservedNames.webhookCases).enumerated() {
            webhooks.events[index].name.swift = name
        }
        webhooks.catchAll = webhooks.events.map(\.name).catchAll
        return webhooks
    }

    func add(webhooks: DocumentValue) {
        for (name, value, _) in webhooks.entries("`webhooks`") ?? [] { add(name, value) }
    }

    /// Adds the events of callbacks. A callback has URLs made from the request, and for each URL the operations of the server.
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

    /// - Parameter path: The path item with the operation. An event does not depend on the method.
    private func add(_ name: String, _ path: DocumentValue) {
        guard !name.hasPrefix("x-") else { return path.leaveOut(.extension) }
        guard var item = ObjectReader(path, .pathItem) else { return }
        guard !webhooks.events.contains(where: { $0.name.written == name }) else {
            return path.run.ledger.leaveOutUntouched(path, .differs(.nameTaken, "another event has this name"))
        }
        var words = Paragraphs(item.text("summary"), item.text("description"))
        item.leaveOut(["servers", "parameters"], .unused(.address, "the receiver of a webhook determines the URL"))
        let operations = item.members.filter { LocatedOperation.methods.contains($0.key) }
        let chosen = operations.first { $0.key == "post" } ?? operations.first
        for (method, value, _) in operations {
            item.take(method)
            guard method == chosen?.key else {
                value.leaveOut(.differs(.webhook, "an event has one operation"))
                continue
            }
            guard let event = event(name, value, &words) else { continue }
            webhooks.events.append(event)
            schemas.imported.sources[value.range] = value
        }
        item.finish()
    }

    private func event(_ name: String, _ value: DocumentValue, _ words: inout Paragraphs) -> Webhooks.Event? {
        guard var reader = ObjectReader(value, .operation) else { return nil }
        var event = Webhooks.Event(name: Name(name, place: value.range))
        _ = reader.text("operationId")
        if reader.flag("deprecated") { event.deprecation = Deprecation() }
        words.add(reader.text("summary"))
        words.add(reader.text("description"))
        if let type = reader.take("requestBody").flatMap({ type($0, of: name, &words) }) { event.payload = .type(type) }
        reader.leaveOut(["tags", "externalDocs"], .words(.documentation, "events are in the file of the client"))
        reader.leaveOut(["parameters"], .unused(.webhook, "the verifier reads all headers"))
        reader.leaveOut(
            ["responses", "security", "servers", "callbacks"],
            .unused(.webhook, "the receiver of a webhook answers")
        )
        reader.finish()
        event.description = words.text
        return event
    }

    /// Returns the type of an event's body. Returns `nil` if the body is not read.
    private func type(_ reference: DocumentValue, of event: String, _ words: inout Paragraphs) -> TypeReference? {
        guard var reader = ObjectReader(reference, .requestBody) else { return nil }
        words.add(reader.text("description"), after: "Body: ")
        _ = reader.flag("required")
        let content = reader.take("content").flatMap { ChosenContent($0, .event) }
        reader.finish()
        guard let content else { return nil }
        guard content.mediaType.isJSON else {
            for value in [content.schema, content.encoding] {
                value?.leaveOut(.differs(.otherFormat, "only events in JSON are read"))
            }
            return nil
        }
        content.encoding?.leaveOut(.unused(.noEffect, "JSON has no parts"))
        guard let schema = content.schema else { return .jsonValue }
        let context = reference.context(
            resolvedTo: reader.value,
            else: SchemaContext(name: event + " event", home: .shared)
        )
        let type = schemas.type(of: schema, context)
        schema.leaveOut(ofWhole: "an event")
        schemas.leaveOutConstraints(of: type, in: schema)
        guard type.type.scalar == .date || type.format != nil else { return type.type }
        schema.leaveOut(.differs(.givenAsIs, "an event that is a single date or number is read as `JSONValue`"))
        return .jsonValue
    }
}
