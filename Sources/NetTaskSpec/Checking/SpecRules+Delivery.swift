/// The rules of how a task is delivered: what must hold between the ways in which an endpoint says it, and the rest of it.
extension SpecRules {
    // MARK: Sending twice

    /// How an endpoint can say that it does no harm to send it twice.
    private static let ways =
        "say `idempotent: true` if it does none, let a key see to it with `idempotencyKey: Idempotency-Key`"

    /// What an endpoint inherits, it cannot mean of itself: a POST then is sent again only if it never left.
    func checkCondition(_ endpoint: Endpoint) {
        guard let range = endpoint.ownEntry("retry")?.value.entry("when")?.keyRange, endpoint.retry?.when == .transient,
            !endpoint.isIdempotent
        else { return }
        let harm = "nothing says that a second \(endpoint.method.rawValue) does no harm"
        at(range, .unsafeResend)
            .error("`when: transient` names failures after which the server may have acted, and \(harm)")
            .note("\(Self.ways), or accept it with `when: all`")
            .note("without `when`, it is sent again only if it never left")
    }

    func checkIdempotencyKey(_ endpoint: Endpoint) {
        guard let key = endpoint.delivery.idempotencyKey, let range = endpoint.ownPlace(of: "idempotencyKey") else {
            return
        }
        if endpoint.method.isSafe {
            let method = endpoint.method.rawValue
            at(range, .uselessKey).error("`idempotencyKey` protects nothing here: a \(method) may be sent again anyway")
                .note("leave it out")
        }
        if endpoint.delivery.isIdempotent == false, let other = endpoint.ownPlace(of: "idempotent") {
            at(range, .conflictingKeys)
                .error(
                    "`idempotencyKey` makes it harmless to send this twice, and `idempotent: false` says that it is not"
                )
                .note("leave this one out, or the key", at: other)
        }
        let name = key.header.lowercased()
        if let header = endpoint.headers.first(where: { $0.name.lowercased() == name }) {
            at(range, .headerClash)
                .error("the header `\(key.header)` takes the idempotency key, and has a fixed value too")
                .note("leave this one out: a key that is always the same hides all but the first", at: header.place)
        }
        let isSameHeader = { (param: Field) in
            param.location == .header && !param.isIgnored && param.wireName.lowercased() == name
        }
        if let param = endpoint.params.first(where: isSameHeader) {
            let advice = "leave this one out: who adds the task can give the key, with `.idempotencyKey(…)`"
            at(range, .headerClash).error("the header `\(key.header)` takes the idempotency key, and a param too")
                .note(advice, at: param.keyRange)
        }
    }

    // MARK: Being the same

    func checkUniqueness(_ endpoint: Endpoint) {
        if endpoint.uniqueNames.isEmpty { return }
        let params = Dictionary(endpoint.params.map { ($0.name.written, $0) }) { first, _ in first }
        for name in endpoint.uniqueNames {
            let written = name.value.quotedForMessage
            guard let param = params[name.value] else {
                if endpoint.declaredParams?.contains(name.value) == false { reportUnknown(name, endpoint) }
                continue
            }
            if param.type.innermost == .scalar(.file) {
                at(name.range, .misplacedFile)
                    .error("`unique` names \(written), a `File`, of which nobody knows whether it is the same")
                    .note("name params that tell it apart, such as a number or a name", at: param.typeRange)
            } else if param.isIgnored || isReplaced(param, endpoint) {
                at(name.range, .unsentParam).error("`unique` names \(written), which is never sent")
                    .note("name params that are sent", at: param.ignoredRange ?? param.keyRange)
            }
        }
    }

    /// Whether a constant of the same name is sent in its place.
    private func isReplaced(_ param: Field, _ endpoint: Endpoint) -> Bool {
        param.location == endpoint.defaultLocation && endpoint.constants.contains { $0.name == param.wireName }
    }

    private func reportUnknown(_ name: Located<String>, _ endpoint: Endpoint) {
        let report = at(name.range, .unknownParam)
            .error("`unique` names \(name.value.quotedForMessage), which is no param here")
            .suggest(name.value.closestMatch(among: endpoint.params.map(\.name.written)))
        if endpoint.params.isEmpty || endpoint.requestObject != nil || endpoint.body != nil {
            report.note("`unique: all` compares the whole request")
        }
    }

    func checkCoalescing(_ endpoint: Endpoint) {
        guard endpoint.delivery.uniqueness?.policy == .coalesce,
            let range = endpoint.ownPlace(of: "coalesce") ?? endpoint.ownPlace(of: "unique")
        else {
            return
        }
        let isSearch = endpoint.method == .post && endpoint.delivery.isIdempotent == true
        let isSafe = endpoint.method.isSafe && endpoint.delivery.isIdempotent != false
        if !isSafe, !isSearch {
            let method = endpoint.method.rawValue
            let report = at(range, .invalidCoalesce)
                .error("tasks may share one run only if it has no effects, and a \(method) has some")
                .note("refuse the second one instead, by `unique` with `policy: rejectNew`")
            if endpoint.method == .post {
                report.note("or say `idempotent: true` if this POST only reads, as a search does")
            }
        }
        if let stream = endpoint.stream {
            at(range, .invalidCoalesce)
                .error("`coalesce` has no effect on a stream: each task reads a stream of its own")
                .note("the stream is here; leave `coalesce` out", at: stream.place)
        }
        if case .file = endpoint.response, let response = endpoint.ownPlace(of: "response") {
            at(range, .misplacedFile).error("tasks that share one run would share one file, and each wants its own")
                .note("answer with `Data`, or let each have its run", at: response)
        }
    }

    // MARK: Rates

    /// What tasks of one key share is one rate.
    func checkRates() {
        var places: [String: (rate: Delivery.Rate, range: SourceRange)] = [:]
        for endpoint in endpoints {
            guard let rate = endpoint.delivery.rate, let key = rate.key,
                let range = endpoint.anyPlace(of: "rate")
            else { continue }
            guard let first = places[key] else {
                places[key] = (rate, range)
                continue
            }
            if first.rate == rate { continue }
            at(range, .conflictingValues)
                .error("tasks of the key \(key.quotedForMessage) share one rate, and there are two")
                .note("the other one is here: give the same numbers, or another key", at: first.range)
        }
    }

    // MARK: Times

    /// A limit on time that leaves no room for what the endpoint says will happen within it.
    func checkTimes(_ endpoint: Endpoint) {
        let place = endpoint.anyPlace
        let wait = endpoint.retry?.firstWait
        if let deadline = endpoint.deadline, let range = place("deadline") {
            if let timeout = endpoint.timeout, deadline < timeout, let other = place("timeout") {
                at(range, .conflictingTimes)
                    .error("`deadline` bounds all attempts together, and is shorter than the `timeout` of one")
                    .note("give a longer `deadline` or a shorter `timeout`", at: other)
            }
            if let wait, deadline <= wait { reportNoRetry("deadline", "passed", range, endpoint) }
        }
        guard let expires = endpoint.delivery.expires, let range = place("expires") else { return }
        if let wait, expires <= wait { reportNoRetry("expires", "over", range, endpoint) }
        guard let durability = endpoint.delivery.durability, durability.maxRunCount != 1, let other = place("durable"),
            expires <= durability.interval ?? RuntimeDefaults.runInterval.duration
        else { return }
        let interval = RuntimeDefaults.runInterval.described("interval", durability.interval)
        at(range, .conflictingTimes).error("`expires` is over before the durable task could be run for a second time")
            .note("give a longer `expires`, or a shorter \(interval), to `durable`", at: other)
    }

    private func reportNoRetry(_ key: String, _ over: String, _ range: SourceRange, _ endpoint: Endpoint) {
        let interval = RuntimeDefaults.retryInterval.described("interval", endpoint.retry?.interval)
        at(range, .conflictingTimes).error("`\(key)` is \(over) before the first retry, so that there can be none")
            .note(
                "give a longer `\(key)`, or a shorter \(interval), to `retry`",
                at: endpoint.anyPlace(of: "retry")
            )
    }

    // MARK: Durable tasks

    /// What a task that outlives its process cannot be, or has to say.
    func checkDurability(_ endpoint: Endpoint) {
        guard let durability = endpoint.delivery.durability, let range = endpoint.anyPlace(of: "durable")
        else { return }
        checkIntervals(durability, at: range)
        checkIdempotency(endpoint, range)
        if case .file = endpoint.response {
            let reason = "once its process has ended, nobody knows where it should go"
            at(endpoint.ownPlace(of: "response") ?? range, .unstorableTask).error(
                "a durable task cannot answer with a `File`: \(reason)"
            )
            .note("answer with `Data`, or say `durable: false`", at: range)
        }
        if let stream = endpoint.stream {
            let reason = "its elements are for who waits for them now"
            at(stream.place, .unstorableTask).error("a durable task cannot answer with a stream: \(reason)")
                .note("say `durable: false`", at: range)
        }
        if durability.codec == nil { checkFiles(endpoint, range) }
        checkSecrets(endpoint, durability, range)
    }

    private func checkIntervals(_ durability: Delivery.Durability, at range: SourceRange) {
        let interval = durability.interval ?? RuntimeDefaults.runInterval.duration
        guard interval > durability.maxInterval ?? RuntimeDefaults.maxRunInterval.duration else { return }
        let first = RuntimeDefaults.runInterval.described("interval", durability.interval)
        let limit = RuntimeDefaults.maxRunInterval.described("maxInterval", durability.maxInterval)
        at(range, .conflictingTimes).error(
            "\(first)\(durability.interval == nil ? "," : "") is longer than \(limit), and would be cut to it"
        )
        .note("give a shorter `interval` or a longer `maxInterval`")
    }

    private func checkIdempotency(_ endpoint: Endpoint, _ range: SourceRange) {
        guard !endpoint.isIdempotent, endpoint.retry?.when != .all else { return }
        let place = endpoint.ownPlace(of: "durable") ?? endpoint.ownPlace(of: "method") ?? endpoint.name.place
        let start = "a durable \(endpoint.method.rawValue) may be sent again after its process has ended"
        let report = at(place, .unsafeResend).error("\(start), and nothing says that this does no harm")
            .note("\(Self.ways), or accept it with `retry: {when: all}`")
        if place != range { report.note("`durable` is said here; `durable: false` takes it back", at: range) }
    }

    private func checkFiles(_ endpoint: Endpoint, _ range: SourceRange) {
        let isFile = endpoint.body?.unwrapped == .scalar(.file)
        let body = isFile ? endpoint.bodyRange.map { ("the body", $0) } : nil
        let files = endpoint.params.filter { $0.type.innermost == .scalar(.file) }.map {
            ("the param \($0.written)", $0.typeRange)
        }
        for (what, place) in files + [body].compactMap({ $0 }) {
            at(place, .unstorableTask)
                .error("\(what) is a `File`, which may be gone or read once its process has ended")
                .note("send `Data`, or name what keeps its bytes: `durable: {codec: Files}`")
                .note("`durable` is said here", at: range)
        }
    }

    // MARK: Secrets

    private func checkSecrets(_ endpoint: Endpoint, _ durability: Delivery.Durability, _ range: SourceRange) {
        if durability.codec == nil {
            for secret in secrets(of: endpoint, storedSecrets) {
                at(secret.sentAt, .exposedSecret)
                    .error("a durable task holds the secret \(secret.field.written), which would be on disk as it is")
                    .note("the secret is here", at: secret.field.keyRange)
                    .note("`durable` is said here; name what encrypts: `durable: {codec: Vault}`", at: range)
            }
        }
        // What tasks are compared by, a durable queue keeps on disk as it is, whatever the codec.
        guard let uniqueness = endpoint.delivery.uniqueness,
            let place = endpoint.ownPlace(of: "unique") ?? endpoint.ownPlace(of: "coalesce")
        else { return }
        let named = Set(endpoint.uniqueNames.map(\.value))
        let compared = secrets(of: endpoint, secretShapes).first { secret in
            uniqueness.identity == .request || secret.param.map(named.contains) == true
        }
        guard let field = compared?.field else { return }
        at(place, .exposedSecret)
            .error("durable tasks are compared by what is on disk, and the secret \(field.written) must not be there")
            .note("the secret is here", at: field.keyRange)
            .note("compare by params that hold no secret, such as `unique: [id]`")
    }

    /// A secret, and the param or the like that it goes out with.
    private struct Secret {
        var field: Field
        /// The written name of the param; nil for the body and the request object.
        var param: String?
        var sentAt: SourceRange
    }

    private func secrets(of endpoint: Endpoint, _ secretShapes: SecretShapes) -> [Secret] {
        var secrets = endpoint.params.compactMap { param in
            (param.isSecret ? param : secretShapes.secret(in: param.type)).map {
                Secret(field: $0, param: param.name.written, sentAt: param.typeRange)
            }
        }
        let object = endpoint.requestObject.map { TypeReference.shape($0.shape) }
        for (type, range) in [(object, endpoint.requestObject?.name.place), (endpoint.body, endpoint.bodyRange)] {
            if let type, let range, let secret = secretShapes.secret(in: type) {
                secrets.append(Secret(field: secret, sentAt: range))
            }
        }
        return secrets
    }
}

extension Retry {
    /// The wait before the first retry, jitter aside; nil if there is no retry.
    fileprivate var firstWait: Duration? {
        guard let maxRetryCount, maxRetryCount > 0 else { return nil }
        let interval = interval ?? RuntimeDefaults.retryInterval.duration
        let limit = maxInterval ?? RuntimeDefaults.maxRetryInterval.duration
        return backoff == .exponential ? min(interval, limit) : interval
    }
}

extension RuntimeDefaults.Time {
    /// How a message calls a key: with this, where the spec does not say it.
    func described(_ key: String, _ stated: Duration?) -> String {
        stated == nil ? "`\(key)`, which is \(text) unless given" : "`\(key)`"
    }
}
