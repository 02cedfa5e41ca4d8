import NetTaskSpec

/// Compares what comes back.
struct ResponseComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector

    func compare(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        switch (old.response, new.response) {
        case (.fields(let oldFields), .fields(let newFields)):
            FieldListComparison(client: client, found: found, use: .reply)
                .compare(oldFields, newFields, in: subject, "response.fields")
        case (.statuses(let oldBodies), .statuses(let newBodies)):
            compare(oldBodies, newBodies, subject)
        default:
            compare(
                (old.response, old.responseFormat),
                (new.response, new.responseFormat),
                subject.part("response")
            )
        }
        compareHeaders(old.responseHeaders, new.responseHeaders, subject.part("response"))
    }

    /// - Parameter subject: What has the headers: the response, or one status.
    func compareHeaders(_ old: [Field], _ new: [Field], _ subject: Subject) {
        if old.isEmpty != new.isEmpty {
            let message =
                new.isEmpty ? "it has no `headers` any more, and is the body alone" : "it is a type with `headers` now"
            found.add([.callers], subject, message)
        }
        let lists = FieldListComparison(client: client, found: found, use: .replyHeaders)
        lists.compare(old, new, in: subject, "headers")
    }

    private func compare(_ old: [StatusBody], _ new: [StatusBody], _ subject: Subject) {
        let matching = Matching(old, new, by: \.status.written)
        for pair in matching.pairs {
            let subject = subject.child("response", pair.new.statusName)
            if pair.old.name.swift != pair.new.name.swift {
                found.add(
                    [.callers],
                    subject,
                    "its case was `\(pair.old.name.swift)` and is `\(pair.new.name.swift)`"
                )
            }
            compare(pair.old.read, pair.new.read, subject)
            compareHeaders(pair.old.headers, pair.new.headers, subject)
        }
        for body in matching.added {
            let before = old.fallback(for: body.status)
            let isReadable = before.map { self.isReadable(body, replyTo: $0) } ?? true
            let word = before.map { "the case `\($0.name.swift)`" } ?? "a failure"
            found.add(
                isReadable ? [.callers] : [.callers, .server],
                subject.child("response", body.statusName),
                "it is new: it was \(word), and is the case `\(body.name.swift)`"
            )
        }
        for body in matching.gone {
            let now = new.fallback(for: body.status)
            let isReadable = now.map { self.isReadable($0, replyTo: body) } ?? false
            let word = now.map { "the case `\($0.name.swift)`" } ?? "a failure"
            found.add(
                isReadable ? [.callers] : [.callers, .server],
                subject.gone("response", body.statusName),
                "it is gone, with the case `\(body.name.swift)`: such a reply is \(word)"
            )
        }
    }

    // MARK: One body

    typealias Body = (response: Endpoint.Response, format: Field.Format?)

    /// Bodies that are not both fields, nor both by status.
    func compare(_ old: Body, _ new: Body, _ subject: Subject) {
        var kinds: Set<Difference.Kind> = []
        var parts: [String] = []
        if !isSameInSwift(old.response, new.response) { kinds.insert(.callers) }
        if !isSameType(old.response, new.response) {
            parts.append("it was \(old.response.text) and is \(new.response.text)")
        }
        if old.format != new.format, isSameInSwift(old.response, new.response) {
            parts.append(
                "its `format` was `\(old.format?.rawValue ?? "none")` and is `\(new.format?.rawValue ?? "none")`"
            )
            kinds.insert(.server)
        }
        if !isReadable(new, replyTo: old) { kinds.insert(.server) }
        if kinds.isEmpty, parts.isEmpty { return }
        found.add(kinds.isEmpty ? [.other] : kinds, subject, parts.joined(separator: ", "))
    }

    func isSame(_ old: StatusBody, _ new: StatusBody) -> Bool {
        guard isSameType(old.response, new.response), old.format == new.format else { return false }
        let scratch = found.empty()
        let other = ResponseComparison(client: client, found: scratch)
        other.compareHeaders(old.headers, new.headers, Subject(path: "", side: .new, range: .none))
        return scratch.differences.isEmpty
    }

    private func isSameType(_ old: Endpoint.Response, _ new: Endpoint.Response) -> Bool {
        if case .json(let oldType, let oldPath) = old, case .json(let newType, let newPath) = new {
            return client.isSame(oldType, newType) && oldPath == newPath
        }
        return old == new
    }

    private func isSameInSwift(_ old: Endpoint.Response, _ new: Endpoint.Response) -> Bool {
        switch (old, new) {
        case (.none, .none): true
        case (.fields, .fields), (.statuses, .statuses): true
        default:
            if let oldType = old.type, let newType = new.type { client.isSame(oldType, newType) } else { false }
        }
    }

    /// Whether a reply that a server sends for the old one is what the new one takes, headers included.
    func isReadable(_ new: StatusBody, replyTo old: StatusBody) -> Bool {
        isReadable((new.response, new.format), replyTo: (old.response, old.format))
            && new.headers.allSatisfy { header in
                header.canBeMissing
                    || old.headers.contains {
                        !$0.canBeMissing && $0.wireName.lowercased() == header.wireName.lowercased()
                    }
            }
    }

    /// Whether a reply that a server sends for the old one is what the new one takes.
    private func isReadable(_ new: Body, replyTo old: Body) -> Bool {
        switch (old.response, new.response) {
        case (.statuses, _), (_, .statuses), (_, .fields):
            return false
        case (_, .none), (_, .text), (_, .data), (_, .file):
            return true
        case (.json(let oldType, let oldPath), .json(let newType, let newPath)):
            guard oldPath == newPath, newType.isOptional || !oldType.isOptional else { return false }
            if client.isSame(oldType.unwrapped, newType.unwrapped) { return true }
            return client.newForm(newType, new.format).covers(client.oldForm(oldType, old.format))
        case (_, .json):
            return false
        }
    }
}

extension StatusBody {
    /// What is read where a reply has this status.
    var read: ResponseComparison.Body { (response, format) }

    /// As a message has it.
    var text: String {
        if headers.isEmpty { return response.text }
        return response.type == nil ? "a type with `headers`" : "\(response.text) with `headers`"
    }

    /// What a path calls it.
    var statusName: Name { Name(status.written, place: name.place) }
}

extension Endpoint.Response {
    /// As a message has it.
    var text: String {
        switch self {
        case .none: "`none`"
        case .fields: "a type with `fields`"
        case .statuses: "a map of statuses"
        case .json(let type, let path):
            "`\(type)`" + (path.isEmpty ? "" : " from \(path.joined(separator: ".").quotedForMessage)")
        case .text, .data, .file: type.map { "`\($0)`" } ?? "`none`"
        }
    }
}
