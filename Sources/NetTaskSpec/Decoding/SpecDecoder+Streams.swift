/// Decodes `events:` and `lines:` of a response, and the keys that belong to them.
extension SpecDecoder {
    func response(ofStream entry: YAMLNode.Entry, _ keys: KeyReader, _ separator: NameSeparator) -> Reply {
        let framing = Endpoint.Stream.Framing(rawValue: entry.key) ?? .events
        var stream = Endpoint.Stream(framing: framing, element: .named([]), place: entry.keyRange)
        let condition = keys.entry("when")
        if entry.value.isMap, framing == .events {
            stream.element = .named(events(entry))
        } else if let type = type(entry.value) {
            check(element: type, at: entry.value.range)
            stream.element = .type(type)
        } else {
            return Reply()
        }
        stream.end = keys.text("until")
        if stream.end?.isEmpty == true, let node = keys["until"] {
            at(node.range, .emptyValue).error("`until` cannot be empty")
        }
        stream.idle = keys.duration("idle")
        var reply = Reply(response: .elements)
        if let otherwise = keys.entry("otherwise") {
            reply = response(otherwise, separator)
            if let inner = reply.stream {
                at(inner.place, .misplacedStream).error("`otherwise` cannot be a stream")
            }
            if condition == nil {
                at(otherwise.keyRange, .missingKey)
                    .error("`otherwise` needs `when`, the condition of the stream")
                    .note("such as `when: {stream: true}`")
            }
        } else if let condition {
            at(condition.keyRange, .missingKey)
                .error("`when` needs `otherwise`, the response without a stream")
                .note("if all replies are streams, send the param with `constants`")
        }
        reply.stream = stream
        reply.condition = condition
        return reply
    }

    private func check(element type: TypeReference, at range: SourceRange) {
        if type.innermost == .scalar(.file) {
            at(range, .misplacedFile).error("an element of a stream cannot be a `File`, because it is read into memory")
        } else if type.isOptional {
            at(range, .invalidOptional).error("an element of a stream cannot be optional").note("remove the `?`")
        }
    }

    /// The events by name, in the order of the spec.
    private func events(_ entry: YAMLNode.Entry) -> [Endpoint.Stream.Event] {
        var events: [Endpoint.Stream.Event] = []
        for event in entries(entry.value, "events", of: "types") ?? [] where !SpecLanguage.isExtension(event.key) {
            let written = event.key.quotedForMessage
            guard !event.value.isMissing else {
                at(event.keyRange, .missingType).error("the event \(written) has no type").note(
                    "for an event without data, write `none`"
                )
                continue
            }
            guard checkLength(event.key, at: event.keyRange) else { continue }
            guard !event.key.isEmpty, let swift = CamelCase.lowerCamel(event.key), !ReservedNames.cases.contains(swift)
            else {
                at(event.keyRange, .invalidName).error("the event \(written) cannot be the Swift name of a case")
                    .note("remove the event: events that are not listed are `.unknown(piece)`")
                continue
            }
            var type: TypeReference?
            if event.value.text != TypeReference.noneWord {
                guard let read = self.type(event.value) else { continue }
                type = read
                check(element: read, at: event.value.range)
            }
            let name = Name(event.key, swift: swift, place: event.keyRange)
            events.append(Endpoint.Stream.Event(name: name, type: type))
        }
        if entry.value.entries.isEmpty { at(entry.value.range, .emptyValue).error("`events` is empty") }
        let advice = "remove one of them: events that are not listed are `.unknown(piece)`"
        checkClashes(events.map(\.name), noun: "event", advice: advice)
        return events
    }

    // MARK: The condition of a stream

    /// The param of `when:`, or the field of the request object or of the body.
    func condition(_ entry: YAMLNode.Entry, _ endpoint: Endpoint) -> Endpoint.Stream.Condition? {
        guard let entries = entries(entry.value, "when", of: "values") else { return nil }
        guard entries.count == 1, let named = entries.first else {
            return at(entry.keyRange, .invalidStreamCondition).error("`when` must have one param, not \(entries.count)")
                .note("such as `when: {stream: true}`").none()
        }
        let fields = endpoint.holders.flatMap { holder -> [(holder: Field?, field: Field)] in
            guard case .shape(let shape) = holder.type.unwrapped else { return [] }
            return (shapeList[shape]?.fields ?? []).map { (holder, $0) }
        }
        let candidates = endpoint.params.map { (holder: nil, field: $0) } + fields
        guard let found = candidates.first(where: { $0.field.name.written == named.key }) else {
            return at(named.keyRange, .unknownParam)
                .error("unknown param or field of the body \(named.key.quotedForMessage) in `when`")
                .suggest(named.key.closestMatch(among: candidates.map(\.field.name.written))).none()
        }
        guard found.field.isSent else {
            return at(named.keyRange, .unsentParam)
                .error("\(named.key.quotedForMessage) is never sent, so it cannot request a stream")
                .none()
        }
        if let holder = found.holder, holder.type.isOptional {
            return at(named.keyRange, .invalidStreamCondition)
                .error("\(named.key.quotedForMessage) is in the body, which is optional and may be missing").none()
        }
        guard let value = value(named.value, found.field.type.unwrapped, "value") else { return nil }
        return Endpoint.Stream.Condition(field: found.field, value: value, holder: found.holder)
    }
}
