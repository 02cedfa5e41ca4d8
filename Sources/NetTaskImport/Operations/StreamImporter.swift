import NetTaskSpec

/// Imports a media type of events or lines as a stream.
struct StreamImporter {
    let schemas: SchemaImporter
    /// The context for inline shapes.
    let context: SchemaContext

    func stream(_ content: (framing: Endpoint.Stream.Framing, value: DocumentValue)) -> Endpoint.Stream {
        let isEvents = content.framing == .events
        var stream = Endpoint.Stream(
            framing: content.framing,
            element: .type(isEvents ? .string : .jsonValue)
        )
        guard var reader = ObjectReader(content.value, .mediaType) else { return stream }
        let (item, schema) = (reader.take("itemSchema"), reader.take("schema"))
        reader.take("encoding")?.leaveOut(.unused(.noEffect, "replies are not read in parts"))
        reader.finish()
        if let item {
            schema?.leaveOut(.otherForm)
            stream.element = isEvents ? elements(ofEvents: item) : .type(type(item, isEvents: false))
        } else if let schema {
            stream.element = .type(type(schema, isEvents: isEvents))
        }
        return stream
    }

    /// Returns the type of the elements. In most documents, the schema of a stream describes each element. In others, it
    /// describes the list of all elements.
    private func type(_ schema: DocumentValue, _ word: String = "Item", isEvents: Bool) -> TypeReference {
        let found = schemas.type(of: schema, context.inside(word, isGeneral: word == "Item"))
        schemas.leaveOutConstraints(of: found, in: schema)
        var type = found.typeWithoutFormat.unwrapped
        if case .array(let element) = type { type = element.unwrapped }
        switch type {
        case .data, .string: return isEvents ? .string : .jsonValue
        default: return type
        }
    }

    // MARK: Events, as OpenAPI 3.2 describes them: objects with `event` and `data`

    private func elements(ofEvents item: DocumentValue) -> Endpoint.Stream.Element {
        let alternatives = item.resolved().flatMap { ($0["oneOf"] ?? $0["anyOf"])?.elements } ?? []
        let named = alternatives.compactMap { event in
            SchemaPeek.property("event", of: event)?["const"]?.plainText.map { (name: $0, schema: event) }
        }
        if !named.isEmpty, named.count == alternatives.count, Set(named.map(\.name)).count == named.count {
            let events = named.map { event in
                let name = Name(event.name, swift: CamelCase.lowerCamel(event.name))
                let type = payload(of: event.schema, "\(event.name) event") ?? .string
                return Endpoint.Stream.Event(name: name, type: type)
            }
            leaveOutTheRest(item)
            return .named(events)
        }
        guard let type = payload(of: item, "Event") else { return .type(self.type(item, isEvents: true)) }
        leaveOutTheRest(item)
        return .type(type)
    }

    /// Returns the type of an event's data. Returns `nil` if the schema does not describe an event.
    private func payload(of event: DocumentValue, _ word: String) -> TypeReference? {
        guard let data = SchemaPeek.property("data", of: event) else { return nil }
        guard let schema = data["contentSchema"] else { return type(data, word, isEvents: true) }
        return type(schema, word, isEvents: true)
    }

    private func leaveOutTheRest(_ item: DocumentValue) {
        let reason = OmissionReason.unused(
            .noEffect,
            "the other fields of an event follow the standard"
        )
        item.run.ledger.leaveOutUntouched(item, reason)
    }
}
