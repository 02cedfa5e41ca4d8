/// Decodes `longRunning:`, after all endpoints, because it refers to another endpoint.
extension SpecDecoder {
    func readLongRunning(of endpoints: inout [Endpoint]) {
        let all = endpoints
        for (index, endpoint) in all.enumerated() {
            guard let entry = endpoint.anyEntry("longRunning"), let keys = keys(entry, SpecLanguage.longRunning) else {
                continue
            }
            readDeadline(keys, &endpoints[index])
            guard checkStart(entry, endpoint), let poll = poll(keys, endpoint, all) else { continue }
            endpoints[index].longRunning = LongRunning(
                poll: poll.qualifiedName,
                params: params(keys, entry, endpoint, poll),
                done: conditions("done", keys, poll),
                failed: conditions("failed", keys, poll),
                interval: keys.duration("interval"),
                acceptedStatuses: endpoint.acceptedStatuses
            )
            checkEnds(keys, endpoints[index].longRunning)
            // The response of the task is that of the poll.
            endpoints[index].response = poll.response
            endpoints[index].responseFormat = poll.responseFormat
            endpoints[index].responseHeaders = poll.responseHeaders
            endpoints[index].errors = errors(entry, endpoint, poll)
            if holdsSecrets(endpoint) || holdsSecrets(endpoints[index]) {
                at(entry.keyRange, .exposedSecret)
                    .error("a durable task stores the first reply, which may contain a secret")
                    .note("add a codec that encrypts it: `durable: {codec: Vault}`")
            }
        }
    }

    private func readDeadline(_ keys: KeyReader, _ endpoint: inout Endpoint) {
        guard let deadline = keys.duration("deadline"), let entry = keys.entry("deadline") else { return }
        let range = entry.keyRange
        if let other = endpoint.ownPlace(of: "deadline") {
            at(range, .duplicateKey).error("duplicate key `deadline`").note("first used here; remove one", at: other)
        }
        endpoint.deadline = deadline
        if var reading = endpoint.source?.reading {
            reading.entries.insert(entry, at: 0)
            reading.own.insert(entry, at: 0)
            endpoint.source = Written(reading)
        }
        if let interval = keys.duration("interval"), interval >= deadline {
            at(range, .conflictingTimes)
                .error("`deadline` ends before the first poll").note("use a shorter `interval`")
        }
    }

    // MARK: The first request and the polls

    private func checkStart(_ entry: YAMLNode.Entry, _ endpoint: Endpoint) -> Bool {
        if let stream = endpoint.stream {
            return at(entry.keyRange, .misplacedStream)
                .error("`longRunning` cannot be used with a stream")
                .note("the stream", at: stream.place).none() ?? false
        }
        if endpoint.anyPlace(of: "pages") != nil { return false }  // the table of keys excludes it
        if case .file = endpoint.response {
            return at(entry.keyRange, .misplacedFile).error(
                "the first reply of a long-running operation cannot be a `File`, because it is read into memory"
            )
            .none() ?? false
        }
        return true
    }

    /// - Parameter endpoint: The endpoint with the response of the first request, or with the response of the polls.
    private func holdsSecrets(_ endpoint: Endpoint) -> Bool {
        guard let durability = endpoint.delivery.durability, durability.codec == nil else { return false }
        return endpoint.repliesHoldSecrets(shapeList)
    }

    private func poll(_ keys: KeyReader, _ endpoint: Endpoint, _ all: [Endpoint]) -> Endpoint? {
        guard let node = keys["poll"], let name = keys.text("poll") else { return nil }
        let isBeside = { (other: Endpoint) in other.group?.written == endpoint.group?.written }
        guard
            let poll = all.first(where: { isBeside($0) && $0.name.written == name })
                ?? all.first(where: { $0.writtenName == name })
        else {
            if let report = diagnostics.reportRemoval(of: name, in: "endpoints", at: node.range, .unknownEndpoint) {
                return report.none()
            }
            let names = all.map(\.writtenName)
            let isElsewhere = all.filter { $0.name.written == name }.map(\.writtenName)
            return at(node.range, .unknownEndpoint)
                .error("unknown endpoint \(name.quotedForMessage) in `poll`")
                .suggest(isElsewhere.count == 1 ? isElsewhere[0] : name.closestMatch(among: names)).none()
        }
        var problem: String?
        if poll.anyEntry("longRunning") != nil {
            problem = "it is also long-running"
        } else if poll.method != .get {
            problem = "it must be a GET, not a \(poll.method.rawValue)"
        } else if poll.stream != nil {
            problem = "its reply is a stream"
        } else if case .file = poll.response {
            problem = "its reply is a `File`, but must be read into memory"
        } else if poll.body != nil || poll.requestObject != nil
            || poll.params.contains(where: { $0.location == .body })
        {
            problem = "it has a body or a request object, but only params are allowed"
        } else if poll.deprecation != nil {
            problem = "it is deprecated"
        }
        if let problem {
            return at(node.range, .invalidPoll).error("`poll` cannot be \(name.quotedForMessage): \(problem)")
                .note("the endpoint", at: poll.keyRange).none()
        }
        return poll.isWhole ? poll : nil
    }

    // MARK: Params of the poll

    private func params(
        _ keys: KeyReader,
        _ entry: YAMLNode.Entry,
        _ endpoint: Endpoint,
        _ poll: Endpoint
    ) -> [LongRunning.Param]? {
        if keys["params"]?.text == "none" { return nil }
        let paths = keys["params"].flatMap { entries($0, "params", of: "paths") } ?? []
        for path in paths where !poll.params.contains(where: { $0.name.written == path.key }) {
            at(path.keyRange, .unknownParam)
                .error("unknown param \(path.key.quotedForMessage) of \(poll.writtenName) in `params`")
                .suggest(path.key.closestMatch(among: poll.params.map(\.name.written)))
        }
        let start = endpoint.startReply
        let root = ResponseRoot(start.response, headers: start.headers)
        var params: [LongRunning.Param] = []
        for param in poll.params where !param.isIgnored {
            let name = param.name.written
            if let path = paths.first(where: { $0.key == name }) {
                guard let root else {
                    at(path.value.range, .unknownPath).error("the first reply has no values for the params of the poll")
                        .note("describe it with `response`")
                    continue
                }
                guard let names = self.path(path.value, name) else { continue }
                source(names, name, at: path.value.range, root, start.response, param).map { params.append($0) }
                continue
            }
            if param.canBeMissing { continue }
            if let root, has(name, root) {
                source([name], name, at: entry.keyRange, root, start.response, param).map { params.append($0) }
            } else if let own = endpoint.params.first(where: { $0.name.written == name }),
                own.type == param.type, !own.isNullable
            {
                params.append(LongRunning.Param(field: param, source: .param(own)))
            } else {
                if root == nil, paths.isEmpty { return nil }
                at(entry.keyRange, .invalidPoll)
                    .error("\(poll.writtenName) needs the param \(param.written), which the first reply lacks")
                    .note("add its path, as in `params: {\(name): job.id}`")
                    .note("or write `params: none`, if the poll URL comes from `Location`")
            }
        }
        return params
    }

    private func source(
        _ names: [String],
        _ key: String,
        at range: SourceRange,
        _ root: ResponseRoot,
        _ response: Endpoint.Response,
        _ param: Field
    ) -> LongRunning.Param? {
        guard let (path, field, isHeader) = self.path(names, key, at: range, root) else { return nil }
        if path.steps.contains(where: { $0.kind == .last }) {
            return at(range, .wrongPathType).error("the path in `\(key)` contains a list").none()
        }
        guard path.type == param.type.unwrapped, path.type.isName || path.type == .scalar(.url) else {
            return at(range, .wrongPathType)
                .error("the value of `\(key)` is `\(path.type)`, but the param \(param.written) is `\(param.type)`")
                .note("the param; both must be text, a whole number, a `UUID` or a `URL`", at: param.typeRange)
                .none()
        }
        if isHeader, let header = field {
            return LongRunning.Param(field: param, source: .header(header))
        }
        let outer = if case .json(_, let keys) = response { keys } else { [] as [String] }
        return LongRunning.Param(field: param, source: .body(outer + path.keys, field?.format))
    }

    // MARK: The end

    private func conditions(_ key: String, _ keys: KeyReader, _ poll: Endpoint) -> [LongRunning.Condition] {
        guard let entry = keys.entry(key) else { return [] }
        guard let root = ResponseRoot(poll.response, headers: poll.responseHeaders) else {
            return at(entry.keyRange, .invalidPoll)
                .error("`\(key)` needs a poll with a single response type that has fields")
                .note("without `done`, the operation ends with the first status other than 202").none() ?? []
        }
        guard let conditions = entries(entry.value, key, of: "values", such: "{state: [ready]}") else { return [] }
        if conditions.isEmpty { at(entry.value.range, .missingValue).error("`\(key)` is empty") }
        return conditions.compactMap { condition(key, $0, root) }
    }

    private func condition(_ key: String, _ entry: YAMLNode.Entry, _ root: ResponseRoot) -> LongRunning.Condition? {
        guard let names = path(entry.key, key, at: entry.keyRange),
            let path = path(names, key, at: entry.keyRange, root)?.path
        else { return nil }
        let isCase = if case .shape(let name) = path.type { shapes.kind(of: name) == .enumeration } else { false }
        let isList = if case .sequence = entry.value.content { true } else { false }
        if !isList, entry.value.text == "present", !(isCase && hasCase("present", path.type)) {
            if path.isOptional { return LongRunning.Condition(path: path, values: nil) }
            return at(entry.value.range, .invalidPoll).error("\(entry.key.quotedForMessage) is always present")
                .note("use `present` only for optional values; write `[present]` for this text").none()
        }
        guard isCase || path.type.isName || path.type == .scalar(.bool) else {
            return at(entry.value.range, .wrongPathType)
                .error("the value of `\(key)` is `\(path.type)`, which cannot be compared")
                .note("for an optional value, write `present`").none()
        }
        let nodes = if case .sequence(let nodes) = entry.value.content { nodes } else { [entry.value] }
        if nodes.isEmpty { at(entry.value.range, .emptyValue).error("\(entry.key.quotedForMessage) is empty") }
        return LongRunning.Condition(path: path, values: nodes.compactMap { value($0, path.type, "value") })
    }

    private func hasCase(_ name: String, _ type: TypeReference) -> Bool {
        type.shape.flatMap { shapes.cases(of: $0) }?[name] != nil
    }

    /// Finds values that mean both failure and success.
    private func checkEnds(_ keys: KeyReader, _ longRunning: LongRunning?) {
        guard let longRunning, let done = longRunning.done.first, let failed = longRunning.failed.first,
            longRunning.done.count == 1, longRunning.failed.count == 1, done.path == failed.path,
            let node = keys["failed"], (done.values ?? []).contains(where: { failed.values?.contains($0) == true })
        else { return }
        at(node.range, .duplicateValue).error("`failed` and `done` have a value in common")
    }

    // MARK: Errors

    /// The errors of the first request and of the polls, because a task has one `Failure`.
    private func errors(_ entry: YAMLNode.Entry, _ endpoint: Endpoint, _ poll: Endpoint) -> [StatusBody] {
        let (own, others) = (endpoint.errors, poll.errors)
        for status in (own + others).map(\.status) {
            guard let one = own.entry(for: status.example), let other = others.entry(for: status.example),
                !one.isSame(as: other)
            else { continue }
            at(entry.keyRange, .conflictingValues)
                .error("the errors of status \(status.written) differ between this endpoint and \(poll.writtenName)")
                .note(
                    "a task has one `Failure`: use the same errors for both, for example with `defaults`",
                    at: poll.keyRange
                )
            return own
        }
        let added = others.filter { other in !own.contains { $0.status == other.status } }
        return (own + added).sorted { $0.status.rank < $1.status.rank }
    }

    private func has(_ name: String, _ root: ResponseRoot) -> Bool {
        root.fields.contains { $0.name.written == name } || root.body.map { field(name, of: $0.type) != nil } == true
    }
}

extension Endpoint {
    /// The endpoint's name in a spec, outside of its group.
    fileprivate var writtenName: String { group.map { "\($0.written).\(name.written)" } ?? name.written }

    /// The most likely reply of the first request, of those by status.
    fileprivate var startReply: (response: Response, headers: [Field]) {
        guard case .statuses(let bodies) = response else { return (response, responseHeaders) }
        let body = bodies.entry(for: 202) ?? bodies.first { !$0.isEmpty }
        return (body?.response ?? .none, body?.headers ?? [])
    }
}

extension StatusKey {
    /// A status that this entry covers and, if possible, no more specific entry.
    fileprivate var example: Int {
        switch self {
        case .code(let code): code
        case .hundred(let digit): digit * 100 + 99
        case .others: 999
        }
    }
}

extension StatusBody {
    /// Compares the bodies, but not their names.
    fileprivate func isSame(as other: StatusBody) -> Bool {
        var other = other
        other.status = status
        other.name = name
        return self == other
    }
}
