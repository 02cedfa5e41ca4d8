/// What a task that outlives its process cannot be, or has to say.
struct DurabilityRules {
    /// Of what is sent.
    let secretShapes: SecretShapes
    /// Of what is stored.
    let storedSecrets: SecretShapes
    let diagnostics: DiagnosticCollector

    func check(_ located: LocatedEndpoint) {
        guard let durability = located.endpoint.delivery.durability, let range = located.delivery.place(of: "durable")
        else { return }
        checkIntervals(durability, at: range)
        checkIdempotency(located, range)
        checkResponse(located, range)
        if durability.codec == nil {
            for secret in secrets(of: located, storedSecrets) { report(secret, range) }
            checkFiles(located, range)
        }
        checkIdentity(located, secrets(of: located, secretShapes))
    }

    private func checkIntervals(_ durability: Delivery.Durability, at range: SourceRange) {
        let (usual, usualLimit) = (RuntimeDefaults.runInterval, RuntimeDefaults.maxRunInterval)
        let interval = durability.interval ?? usual.duration
        guard interval > durability.maxInterval ?? usualLimit.duration else { return }
        let first = durability.interval == nil ? "`interval`, which is \(usual.text) unless given," : "`interval`"
        let limit =
            durability.maxInterval == nil ? "`maxInterval`, which is \(usualLimit.text) unless given" : "`maxInterval`"
        diagnostics.error(
            "\(first) is longer than \(limit), and would be cut to it",
            at: range,
            notes: [.init("give a shorter `interval` or a longer `maxInterval`", at: range)]
        )
    }

    private func checkIdempotency(_ located: LocatedEndpoint, _ range: SourceRange) {
        let endpoint = located.endpoint
        guard !endpoint.isIdempotent, endpoint.retry?.when != .all else { return }
        let place = located.delivery.own["durable"] ?? located.delivery.own["method"] ?? endpoint.name.place
        var notes = [
            DiagnosticCollector.Note("\(DeliveryRules.ways), or accept it with `retry: {when: all}`", at: place)
        ]
        if place != range { notes.append(.init("`durable` is said here; `durable: false` takes it back", at: range)) }
        diagnostics.error(
            "a durable \(endpoint.method.rawValue) may be sent again after its process has ended, "
                + "and nothing says that this does no harm",
            at: place,
            notes: notes
        )
    }

    private func checkResponse(_ located: LocatedEndpoint, _ range: SourceRange) {
        guard case .file = located.endpoint.response else { return }
        diagnostics.error(
            "a durable task cannot answer with a `File`: once its process has ended, nobody knows where it should go",
            at: located.delivery.own["response"] ?? range,
            notes: [.init("answer with `Data`, or say `durable: false`", at: range)]
        )
    }

    private func checkFiles(_ located: LocatedEndpoint, _ range: SourceRange) {
        let isFile = located.endpoint.body?.unwrapped == .scalar(.file)
        let body = isFile ? located.bodyRange.map { ("the body", $0) } : nil
        let files = located.params.filter { $0.field.type.innermost == .scalar(.file) }.map {
            ("the param \($0.field.name.written.quotedForMessage)", $0.typeRange)
        }
        for (what, place) in files + [body].compactMap({ $0 }) {
            diagnostics.error(
                "\(what) is a `File`, which may be gone or read once its process has ended",
                at: place,
                notes: [
                    .init("send `Data`, or name what keeps its bytes: `durable: {codec: Files}`", at: place),
                    .init("`durable` is said here", at: range),
                ]
            )
        }
    }

    // MARK: Secrets

    /// A secret, and the param or the like that it goes out with.
    private struct Secret {
        var field: LocatedField
        /// The written name of the param; nil for the body and the request object.
        var param: String?
        var sentAt: SourceRange

        var name: String { field.field.name.written.quotedForMessage }
    }

    private func secrets(of located: LocatedEndpoint, _ secretShapes: SecretShapes) -> [Secret] {
        var secrets = located.params.compactMap { param in
            (param.field.isSecret ? param : secretShapes.secret(in: param.field.type)).map {
                Secret(field: $0, param: param.field.name.written, sentAt: param.typeRange)
            }
        }
        let object = located.endpoint.requestObject.map { TypeReference.shape($0.shape) }
        for (type, range) in [(object, located.requestObjectRange), (located.endpoint.body, located.bodyRange)] {
            if let type, let range, let secret = secretShapes.secret(in: type) {
                secrets.append(Secret(field: secret, sentAt: range))
            }
        }
        return secrets
    }

    private func report(_ secret: Secret, _ range: SourceRange) {
        diagnostics.error(
            "a durable task holds the secret \(secret.name), which would be on disk as it is",
            at: secret.sentAt,
            notes: [
                .init("the secret is here", at: secret.field.keyRange),
                .init("`durable` is said here; name what encrypts: `durable: {codec: Vault}`", at: range),
            ]
        )
    }

    /// What tasks are compared by, a durable queue keeps on disk as it is, whatever the codec.
    private func checkIdentity(_ located: LocatedEndpoint, _ secrets: [Secret]) {
        guard let uniqueness = located.endpoint.delivery.uniqueness,
            let place = located.delivery.own["unique"] ?? located.delivery.own["coalesce"]
        else { return }
        let named = Set(located.delivery.uniqueNames.map(\.name))
        let compared = secrets.first { secret in
            uniqueness.identity == .request || secret.param.map(named.contains) == true
        }
        guard let compared else { return }
        diagnostics.error(
            "durable tasks are compared by what is on disk, and the secret \(compared.name) must not be there",
            at: place,
            notes: [
                .init("the secret is here", at: compared.field.keyRange),
                .init("compare by params that hold no secret, such as `unique: [id]`", at: place),
            ]
        )
    }
}
