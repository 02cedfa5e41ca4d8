import NetTaskSpec

extension ClientComparison {
    /// Compares the replies of successful requests.
    func compareReplies(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let response = subject.part("response")
        switch (old.response, new.response) {
        case (.fields(let old), .fields(let new)): compare(old, new, .reply, in: subject, "response.fields")
        case (.contents(let old), .contents(let new)): compareContents(old, new, response)
        case (.statuses(let old), .statuses(let new)): compareSuccesses(old, new, subject)
        default: compare((old.response, old.responseFormat), (new.response, new.responseFormat), response)
        }
        compareHeaders(old.responseHeaders, new.responseHeaders, response)
        compareStreams(old.stream, new.stream, response)
    }

    /// - Parameter subject: The part with the headers: the response, or one status.
    private func compareHeaders(_ old: [Field], _ new: [Field], _ subject: Subject) {
        if old.isEmpty != new.isEmpty {
            subject.add([.callers], new.isEmpty ? "it is only the body now" : "it is a structure with `headers` now")
        }
        compare(old, new, .replyHeaders, in: subject, "headers")
    }

    private func compareContents(_ old: [BodyContent], _ new: [BodyContent], _ subject: Subject) {
        let matching = Matching(old, new) { MediaKind($0.mediaType).essence }
        for (old, new) in matching.pairs {
            let subject = subject.part(new.mediaType)
            if old.name.swift != new.name.swift {
                subject.add([.callers], "its case", was: old.name.swift, is: new.name.swift)
            }
            compare((Endpoint.Response(old.type), nil), (Endpoint.Response(new.type), nil), subject)
            subject.addOther("its parameters", ifNot: old.mediaType == new.mediaType)
        }
        for content in matching.added {
            subject.part(content.mediaType).add([.callers], "it was added: the case `\(content.name.swift)`")
        }
        for content in matching.removed {
            subject.part(content.mediaType)
                .add([.callers, .server], "it was removed, with the case `\(content.name.swift)`")
        }
    }

    private func compareSuccesses(_ old: [StatusBody], _ new: [StatusBody], _ subject: Subject) {
        let matching = Matching(old, new, by: \.status.written)
        for (old, new) in matching.pairs {
            let subject = subject.child("response", new.statusName)
            if old.name.swift != new.name.swift {
                subject.add([.callers], "its case changed from `\(old.name.swift)` to `\(new.name.swift)`")
            }
            compareBodies(old, new, subject)
        }
        for body in matching.added {
            let before = old.fallback(for: body.status)
            let isReadable = before.map { self.isReadable(body, replyTo: $0) } ?? true
            let word = before.map { "the case `\($0.name.swift)`" } ?? "a failure"
            subject.child("response", body.statusName).add(
                isReadable ? [.callers] : [.callers, .server],
                "it was added: such a reply was \(word), and is now the case `\(body.name.swift)`"
            )
        }
        for body in matching.removed {
            let now = new.fallback(for: body.status)
            let isReadable = now.map { self.isReadable($0, replyTo: body) } ?? false
            let word = now.map { "the case `\($0.name.swift)`" } ?? "a failure"
            subject.removed("response", body.statusName).add(
                isReadable ? [.callers] : [.callers, .server],
                "it was removed, with the case `\(body.name.swift)`: such a reply is now \(word)"
            )
        }
    }

    // MARK: One body

    typealias Body = (response: Endpoint.Response, format: Field.Format?)

    private func compareBodies(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        compare((old.response, old.format), (new.response, new.format), subject)
        compareHeaders(old.headers, new.headers, subject)
    }

    /// Compares bodies that are neither both in place nor both by status.
    func compare(_ old: Body, _ new: Body, _ subject: Subject) {
        var kinds: Set<Difference.Kind> = []
        var parts: [String] = []
        let isSameInSwift = isSameInSwift(old.response, new.response)
        if !isSameInSwift { kinds.insert(.callers) }
        if !isSameType(old.response, new.response) {
            parts.append("it changed from \(old.response.text) to \(new.response.text)")
        }
        if old.format != new.format, isSameInSwift {
            let words = [old, new].map { $0.format?.rawValue ?? "none" }
            parts.append("its `format` changed from `\(words[0])` to `\(words[1])`")
            kinds.insert(.server)
        }
        if !isReadable(new, replyTo: old) { kinds.insert(.server) }
        if kinds.isEmpty, parts.isEmpty { return }
        subject.add(kinds.isEmpty ? [.other] : kinds, parts.joined(separator: ", "))
    }

    private func isSame(_ old: StatusBody, _ new: StatusBody, _ found: Findings) -> Bool {
        guard isSameType(old.response, new.response), old.format == new.format else { return false }
        let found = found.empty()
        compareHeaders(old.headers, new.headers, Subject(found: found, path: "", side: .new, range: .none))
        return found.differences.isEmpty
    }

    private func isSameType(_ old: Endpoint.Response, _ new: Endpoint.Response) -> Bool {
        if case .json(let oldType, let oldPath) = old, case .json(let newType, let newPath) = new {
            return isSame(oldType, newType) && oldPath == newPath
        }
        return old == new
    }

    private func isSameInSwift(_ old: Endpoint.Response, _ new: Endpoint.Response) -> Bool {
        switch (old, new) {
        case (.none, .none), (.fields, .fields), (.contents, .contents), (.statuses, .statuses), (.elements, .elements):
            return true
        default:
            guard let oldType = old.type, let newType = new.type else { return false }
            return isSame(oldType, newType)
        }
    }

    /// Whether the new client can read the replies for the old one, including headers.
    private func isReadable(_ new: StatusBody, replyTo old: StatusBody) -> Bool {
        let always = Set(old.headers.filter { !$0.canBeMissing }.map { $0.wireName.lowercased() })
        return isReadable((new.response, new.format), replyTo: (old.response, old.format))
            && new.headers.allSatisfy { $0.canBeMissing || always.contains($0.wireName.lowercased()) }
    }

    private func isReadable(_ new: Body, replyTo old: Body) -> Bool {
        switch (old.response, new.response) {
        case (.elements, .elements):
            return true
        case (.contents, _), (_, .contents), (.statuses, _), (_, .statuses), (_, .fields), (.elements, _),
            (_, .elements):
            return false
        case (_, .none), (_, .text), (_, .data), (_, .file):
            return true
        case (.json(let oldType, let oldPath), .json(let newType, let newPath)):
            guard oldPath == newPath, newType.isOptional || !oldType.isOptional else { return false }
            if isSame(oldType.unwrapped, newType.unwrapped) { return true }
            return newForm(newType, new.format).covers(oldForm(oldType, old.format))
        case (_, .json):
            return false
        }
    }

    // MARK: Errors

    /// Compares the types of error bodies, and the generated `Failure`.
    func compare(_ old: [StatusBody], _ new: [StatusBody], _ subject: Subject) {
        let (oldFailure, newFailure) = (FailureForm(old), FailureForm(new))
        compare(oldFailure, newFailure, subject.part("errors"))
        let matching = Matching(old, new, by: \.status.written)
        for (old, new) in matching.pairs {
            let subject = subject.child("errors", new.statusName)
            if old.isEmpty, !new.isEmpty {
                subject.add([.additive], "its body changed from `none` to \(new.text)")
            } else {
                compareBodies(old, new, subject)
            }
        }
        if case (.cases, .cases) = (oldFailure, newFailure) {
            for (old, new) in matching.pairs { compareCases(old, new, subject.child("errors", new.statusName)) }
        }
        for error in matching.added {
            let before = old.fallback(for: error.status)
            add(error, before: before, newFailure, subject.child("errors", error.statusName))
        }
        for error in matching.removed {
            let now = new.fallback(for: error.status)
            remove(error, now: now, oldFailure, subject.removed("errors", error.statusName))
        }
    }

    /// The consequences of an entry that equals another one. With headers, it has a separate case.
    private func kindsOfSame(_ error: StatusBody, _ failure: FailureForm) -> Set<Difference.Kind> {
        if case .cases = failure, !error.headers.isEmpty { [.callers] } else { [.other] }
    }

    private func kinds(_ old: StatusBody, _ new: StatusBody) -> Set<Difference.Kind> {
        isReadable(new, replyTo: old) ? [.callers] : [.callers, .server]
    }

    /// - Parameter before: The old entry for the status.
    private func add(_ error: StatusBody, before: StatusBody?, _ failure: FailureForm, _ subject: Subject) {
        guard let before, !before.isEmpty else {
            return subject.add([.additive], "it was added: its body is \(error.text)")
        }
        let status = before.status.written
        if isSame(before, error, subject.found) {
            subject.add(kindsOfSame(error, failure), "it was added, with the same body as `\(status)`")
        } else {
            let message = "it was added: its body changed from \(before.text) of `\(status)` to \(error.text)"
            subject.add(kinds(before, error), message)
        }
    }

    /// - Parameter now: The new entry for the status.
    private func remove(_ error: StatusBody, now: StatusBody?, _ failure: FailureForm, _ subject: Subject) {
        guard !error.isEmpty else { return subject.add([.other], "it was removed") }
        guard let now else {
            return subject.add([.callers], "it was removed: its body, \(error.text), is no longer read")
        }
        let status = now.status.written
        if isSame(error, now, subject.found) {
            subject.add(kindsOfSame(error, failure), "it was removed, but `\(status)` has the same body")
        } else {
            let message = "it was removed: its body changed from \(error.text) to \(now.text) of `\(status)`"
            subject.add(kinds(error, now), message)
        }
    }

    private func compareCases(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        if old.isEmpty || new.isEmpty || old.name.swift == new.name.swift { return }
        // The case of a body without headers has the name of its type. If the type differs, the type is reported.
        if old.headers.isEmpty, new.headers.isEmpty {
            guard let oldType = old.response.type, let newType = new.response.type, isSame(oldType, newType) else {
                return
            }
        }
        subject.add([.callers], "its case changed from `\(old.name.swift)` to `\(new.name.swift)`")
    }

    private func compare(_ old: FailureForm, _ new: FailureForm, _ subject: Subject) {
        let message = "`Failure` changed from \(old.text) to \(new.text)"
        switch (old, new) {
        case (.one, .cases(let cases)): subject.add([.callers], "\(message) of \(cases.count) types")
        case (.cases, .one), (.cases, .never), (.one, .never): subject.add([.callers], message)
        case (.never, .one), (.never, .cases): subject.add([.additive], message)
        case (.never, .never), (.one, .one), (.cases, .cases): break  // reported at each status
        }
    }
}

extension [StatusBody] {
    /// The entry for a status without its own entry, such as `4xx` or `default`.
    fileprivate func fallback(for status: StatusKey) -> StatusBody? {
        let wider: [StatusKey] =
            switch status {
            case .code(let code): [.hundred(code / 100), .others]
            case .hundred: [.others]
            case .others: []
            }
        return wider.lazy.compactMap { key in first { $0.status == key } }.first
    }
}

extension StatusBody {
    /// The text in messages.
    fileprivate var text: String {
        if headers.isEmpty { return response.text }
        return response.type == nil ? "a type with `headers`" : "\(response.text) with `headers`"
    }

    /// The name of the status in a path.
    fileprivate var statusName: Name { Name(status.written, place: name.place) }
}

extension Endpoint.Response {
    /// The text in messages.
    fileprivate var text: String {
        switch self {
        case .none: "`none`"
        case .fields: "a type with `fields`"
        case .contents: "a map of media types"
        case .statuses: "a map of statuses"
        case .elements: "a stream"
        case .json(let type, let path):
            "`\(type)`" + (path.isEmpty ? "" : " from \(path.joined(separator: ".").quotedForMessage)")
        case .text, .data, .file: type.map { "`\($0)`" } ?? "`none`"
        }
    }
}

extension FailureForm {
    /// The text in messages.
    fileprivate var text: String {
        switch self {
        case .never: "`Never`"
        case .one(let error): error.headers.isEmpty ? error.response.text : "a type with `headers`"
        case .cases: "an enumeration"
        }
    }
}
