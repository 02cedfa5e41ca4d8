/// The rules for the delivery of tasks: conflicts between the delivery keys of an endpoint, and with its other keys.
extension SpecRules {
    // MARK: Sending twice

    /// How to declare that an endpoint is safe to send twice.
    private static let ways =
        "write `idempotent: true` if this is safe, or add `idempotencyKey: Idempotency-Key`"

    /// Applies only to the endpoint's own condition, not to an inherited one: with the latter, a POST is resent only if it
    /// was not sent.
    func checkCondition(_ endpoint: Endpoint) {
        guard let range = endpoint.ownEntry("retry")?.value.entry("when")?.keyRange, endpoint.retry?.when == .transient,
            !endpoint.isIdempotent
        else { return }
        let reason = "this \(endpoint.method.rawValue) is not marked idempotent"
        at(range, .unsafeResend)
            .error("`when: transient` may send the request twice, but \(reason)")
            .note("\(Self.ways), or accept the risk with `when: all`")
            .note("without `when`, only unsent requests are retried")
    }

    func checkIdempotencyKey(_ endpoint: Endpoint) {
        guard let key = endpoint.delivery.idempotencyKey, let range = endpoint.ownPlace(of: "idempotencyKey") else {
            return
        }
        if endpoint.method.isSafe {
            let method = endpoint.method.rawValue
            at(range, .uselessKey).error("`idempotencyKey` has no effect: a \(method) is always idempotent")
                .note("remove it")
        }
        let name = key.header.lowercased()
        if let header = endpoint.headers.first(where: { $0.name.lowercased() == name }) {
            at(range, .headerClash)
                .error("the header `\(key.header)` is used for both the idempotency key and a constant value")
                .note(
                    "remove this one: with a constant key, the server ignores all requests after the first",
                    at: header.place
                )
        }
        let isSameHeader = { (param: Field) in
            param.location == .header && !param.isIgnored && param.wireName.lowercased() == name
        }
        if let param = endpoint.params.first(where: isSameHeader) {
            let advice = "remove this one; to set the key for a task, add it with `.idempotencyKey(…)`"
            at(range, .headerClash).error("the header `\(key.header)` is used for both the idempotency key and a param")
                .note(advice, at: param.keyRange)
        }
    }

    // MARK: Duplicates

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
                    .error("`unique` contains \(written), a `File`, but files cannot be compared")
                    .note("use params that identify it, such as a number or a name", at: param.typeRange)
            } else if param.isIgnored || isReplaced(param, endpoint) {
                at(name.range, .unsentParam).error("`unique` contains \(written), which is never sent")
                    .note("use params that are sent", at: param.ignoredRange ?? param.keyRange)
            }
        }
    }

    /// Whether a constant with the same name replaces the param.
    private func isReplaced(_ param: Field, _ endpoint: Endpoint) -> Bool {
        param.location == endpoint.defaultLocation && endpoint.constants.contains { $0.name == param.wireName }
    }

    private func reportUnknown(_ name: Located<String>, _ endpoint: Endpoint) {
        let report = at(name.range, .unknownParam)
            .error("`unique` contains \(name.value.quotedForMessage), which is not a param of this endpoint")
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
                .error("`coalesce` needs a request without side effects, but a \(method) has some")
                .note("reject duplicates instead: `unique` with `policy: rejectNew`")
            if endpoint.method == .post {
                report.note("or write `idempotent: true` if this POST only reads, such as a search")
            }
        }
        if let stream = endpoint.stream {
            at(range, .invalidCoalesce)
                .error("`coalesce` has no effect on a stream: each task reads a stream of its own")
                .note("the stream; remove `coalesce`", at: stream.place)
        }
        if case .file = endpoint.response, let response = endpoint.ownPlace(of: "response") {
            at(range, .misplacedFile).error("coalesced tasks cannot return a `File`, which they would share")
                .note("use `Data`, or remove `coalesce`", at: response)
        }
    }

    // MARK: Rates

    /// All tasks with the same key share one rate.
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
                .error("two different rates for the key \(key.quotedForMessage)")
                .note("the other rate; write the same numbers, or use another key", at: first.range)
        }
    }

    // MARK: Times

    /// Finds limits that end before something that they limit can happen.
    func checkTimes(_ endpoint: Endpoint) {
        let place = endpoint.anyPlace
        let wait = endpoint.retry?.firstWait
        if let deadline = endpoint.deadline, let range = place("deadline") {
            if let timeout = endpoint.timeout, deadline < timeout, let other = place("timeout") {
                at(range, .conflictingTimes)
                    .error("`deadline`, which limits all attempts, is shorter than the `timeout` of one attempt")
                    .note("use a longer `deadline` or a shorter `timeout`", at: other)
            }
            if let wait, deadline <= wait { reportNoRetry("deadline", range, endpoint) }
        }
        guard let expires = endpoint.delivery.expires, let range = place("expires") else { return }
        if let wait, expires <= wait { reportNoRetry("expires", range, endpoint) }
        guard let durability = endpoint.delivery.durability, durability.maxRunCount != 1, let other = place("durable"),
            expires <= durability.interval ?? RuntimeDefaults.runInterval.duration
        else { return }
        let interval = RuntimeDefaults.runInterval.described("interval", durability.interval)
        at(range, .conflictingTimes).error("`expires` ends before the second run of the durable task")
            .note("use a longer `expires`, or a shorter \(interval) in `durable`", at: other)
    }

    private func reportNoRetry(_ key: String, _ range: SourceRange, _ endpoint: Endpoint) {
        let interval = RuntimeDefaults.retryInterval.described("interval", endpoint.retry?.interval)
        at(range, .conflictingTimes).error("`\(key)` passes before the first retry, so there are no retries")
            .note(
                "use a longer `\(key)`, or a shorter \(interval) in `retry`",
                at: endpoint.anyPlace(of: "retry")
            )
    }

    // MARK: Durable tasks

    /// The limits and requirements of tasks that outlive their process.
    func checkDurability(_ endpoint: Endpoint) {
        guard let durability = endpoint.delivery.durability, let range = endpoint.anyPlace(of: "durable")
        else { return }
        checkIntervals(durability, at: range)
        checkIdempotency(endpoint, range)
        if case .file = endpoint.response {
            let reason = "its destination is unknown after a restart"
            at(endpoint.ownPlace(of: "response") ?? range, .unstorableTask).error(
                "a durable task cannot return a `File`: \(reason)"
            )
            .note("use `Data`, or write `durable: false`", at: range)
        }
        if let stream = endpoint.stream {
            let reason = "its elements reach only the current caller"
            at(stream.place, .unstorableTask).error("a durable task cannot return a stream: \(reason)")
                .note("write `durable: false`", at: range)
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
            "\(first)\(durability.interval == nil ? "," : "") is longer than \(limit), so the wait would be shortened"
        )
        .note("use a shorter `interval` or a longer `maxInterval`")
    }

    private func checkIdempotency(_ endpoint: Endpoint, _ range: SourceRange) {
        guard !endpoint.isIdempotent, endpoint.retry?.when != .all else { return }
        let place = endpoint.ownPlace(of: "durable") ?? endpoint.ownPlace(of: "method") ?? endpoint.name.place
        let start = "a durable task may send its \(endpoint.method.rawValue) again after a restart"
        let report = at(place, .unsafeResend).error("\(start), but the endpoint is not marked idempotent")
            .note("\(Self.ways), or accept the risk with `retry: {when: all}`")
        if place != range { report.note("`durable` is set here; `durable: false` overrides it", at: range) }
    }

    private func checkFiles(_ endpoint: Endpoint, _ range: SourceRange) {
        let isFile = endpoint.bodyTypes.contains { type in
            let fields = type.unwrapped.shape.flatMap { shapeList[$0]?.fields } ?? []
            return ([type] + fields.map(\.type)).contains { $0.innermost == .scalar(.file) }
        }
        let body = isFile ? endpoint.bodyRange.map { ("the body", $0) } : nil
        let files = endpoint.params.filter { $0.type.innermost == .scalar(.file) }.map {
            ("the param \($0.written)", $0.typeRange)
        }
        for (what, place) in files + [body].compactMap({ $0 }) {
            at(place, .unstorableTask)
                .error("\(what) is a `File`, which may no longer exist when the task runs again")
                .note("send `Data`, or add a codec that stores the bytes: `durable: {codec: Files}`")
                .note("`durable` is set here", at: range)
        }
    }

    // MARK: Secrets

    private func checkSecrets(_ endpoint: Endpoint, _ durability: Delivery.Durability, _ range: SourceRange) {
        if durability.codec == nil {
            for secret in secrets(of: endpoint, storedSecrets) {
                at(secret.sentAt, .exposedSecret)
                    .error(
                        "a durable task contains the secret \(secret.field.written), which would be stored unencrypted"
                    )
                    .note("the secret", at: secret.field.keyRange)
                    .note("`durable` is set here; add a codec that encrypts: `durable: {codec: Vault}`", at: range)
            }
        }
        // A durable queue stores the values of `unique` without the codec, so that the store can compare them.
        guard let uniqueness = endpoint.delivery.uniqueness,
            let place = endpoint.ownPlace(of: "unique") ?? endpoint.ownPlace(of: "coalesce")
        else { return }
        let named = Set(endpoint.uniqueNames.map(\.value))
        let compared = secrets(of: endpoint, secretShapes).first { secret in
            uniqueness.identity == .request || secret.param.map(named.contains) == true
        }
        guard let field = compared?.field else { return }
        at(place, .exposedSecret)
            .error("`unique` would store the secret \(field.written) unencrypted, to compare durable tasks")
            .note("the secret", at: field.keyRange)
            .note("use params without secrets, such as `unique: [id]`")
    }

    /// A secret, and the param, body or request object that contains it.
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
        let bodies = endpoint.bodyTypes.map { (Optional($0), endpoint.bodyRange) }
        for (type, range) in [(object, endpoint.requestObject?.name.place)] + bodies {
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
    /// The key in a message, with its default if the spec does not set it.
    func described(_ key: String, _ stated: Duration?) -> String {
        stated == nil ? "`\(key)`, whose default is \(text)" : "`\(key)`"
    }
}
