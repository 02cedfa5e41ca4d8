/// What must hold between the ways in which an endpoint says that it is delivered, and the rest of it.
struct DeliveryRules {
    /// Of what is sent.
    let secretShapes: SecretShapes
    /// Of what is stored.
    let storedSecrets: SecretShapes
    let diagnostics: DiagnosticCollector

    func check(_ located: LocatedEndpoint, headers: [LocatedHeader]) {
        checkRetry(located)
        checkIdempotencyKey(located, headers)
        checkUniqueness(located)
        checkCoalescing(located)
        DurabilityRules(secretShapes: secretShapes, storedSecrets: storedSecrets, diagnostics: diagnostics).check(
            located
        )
        DeliveryTimeRules(diagnostics: diagnostics).check(located)
    }

    // MARK: Sending twice

    /// What an endpoint inherits, it cannot mean of itself: a POST then is sent again only if it never left.
    private func checkRetry(_ located: LocatedEndpoint) {
        let endpoint = located.endpoint
        guard let range = located.delivery.ownCondition, endpoint.retry?.when == .transient, !endpoint.isIdempotent
        else { return }
        diagnostics.error(
            "`when: transient` names failures after which the server may have acted, "
                + "and nothing says that a second \(endpoint.method.rawValue) does no harm",
            at: range,
            notes: [
                .init("\(Self.ways), or accept it with `when: all`", at: range),
                .init("without `when`, it is sent again only if it never left", at: range),
            ]
        )
    }

    /// How an endpoint can say that it does no harm to send it twice.
    static let ways =
        "say `idempotent: true` if it does none, let a key see to it with `idempotencyKey: Idempotency-Key`"

    private func checkIdempotencyKey(_ located: LocatedEndpoint, _ headers: [LocatedHeader]) {
        let endpoint = located.endpoint
        guard let key = endpoint.delivery.idempotencyKey, let range = located.delivery.own["idempotencyKey"] else {
            return
        }
        if endpoint.method.isSafe {
            diagnostics.error(
                "`idempotencyKey` protects nothing here: a \(endpoint.method.rawValue) may be sent again anyway",
                at: range,
                notes: [.init("leave it out", at: range)]
            )
        }
        if endpoint.delivery.isIdempotent == false, let other = located.delivery.own["idempotent"] {
            diagnostics.error(
                "`idempotencyKey` makes it harmless to send this twice, and `idempotent: false` says that it is not",
                at: range,
                notes: [.init("leave this one out, or the key", at: other)]
            )
        }
        let name = key.header.lowercased()
        if let header = headers.first(where: { $0.header.name.lowercased() == name }) {
            diagnostics.error(
                "the header `\(key.header)` takes the idempotency key, and has a fixed value too",
                at: range,
                notes: [
                    .init(
                        "leave this one out: a key that is always the same hides all but the first",
                        at: header.keyRange
                    )
                ]
            )
        }
        let isSameHeader = { (param: LocatedField) in
            param.field.location == .header && !param.field.isIgnored && param.field.wireName.lowercased() == name
        }
        if let param = located.params.first(where: isSameHeader) {
            diagnostics.error(
                "the header `\(key.header)` takes the idempotency key, and a param too",
                at: range,
                notes: [
                    .init(
                        "leave this one out: who adds the task can give the key, with `.idempotencyKey(…)`",
                        at: param.keyRange
                    )
                ]
            )
        }
    }

    // MARK: Being the same

    private func checkUniqueness(_ located: LocatedEndpoint) {
        if located.delivery.uniqueNames.isEmpty { return }
        let params = Dictionary(located.params.map { ($0.field.name.written, $0) }) { first, _ in first }
        for (name, range) in located.delivery.uniqueNames {
            guard let param = params[name] else {
                if !located.delivery.declaredParams.contains(name) { reportUnknown(name, at: range, located) }
                continue
            }
            if param.field.type.innermost == .scalar(.file) {
                diagnostics.error(
                    "`unique` names \(name.quotedForMessage), a `File`, of which nobody knows whether it is the same",
                    at: range,
                    notes: [.init("name params that tell it apart, such as a number or a name", at: param.typeRange)]
                )
            } else if param.field.isIgnored || isReplaced(param.field, located.endpoint) {
                diagnostics.error(
                    "`unique` names \(name.quotedForMessage), which is never sent",
                    at: range,
                    notes: [.init("name params that are sent", at: param.ignoredRange ?? param.keyRange)]
                )
            }
        }
    }

    /// Whether a constant of the same name is sent in its place.
    private func isReplaced(_ param: Field, _ endpoint: Endpoint) -> Bool {
        let usual: Field.Location = endpoint.paramsGoIntoQuery ? .query : .body
        return param.location == usual && endpoint.constants.contains { $0.name == param.wireName }
    }

    private func reportUnknown(_ name: String, at range: SourceRange, _ located: LocatedEndpoint) {
        diagnostics.error(
            "`unique` names \(name.quotedForMessage), which is no param here",
            at: range,
            notes: located.params.isEmpty || located.endpoint.requestObject != nil || located.endpoint.body != nil
                ? [.init("`unique: all` compares the whole request", at: range)] : [],
            suggestion: name.closestMatch(among: located.params.map(\.field.name.written))
        )
    }

    private func checkCoalescing(_ located: LocatedEndpoint) {
        let endpoint = located.endpoint
        let delivery = located.delivery
        guard endpoint.delivery.uniqueness?.policy == .coalesce,
            let range = delivery.own["coalesce"] ?? delivery.own["unique"]
        else { return }
        let isSearch = endpoint.method == .post && endpoint.delivery.isIdempotent == true
        let isSafe = endpoint.method.isSafe && endpoint.delivery.isIdempotent != false
        if !isSafe, !isSearch {
            let method = endpoint.method.rawValue
            var notes = [
                DiagnosticCollector.Note(
                    "refuse the second one instead, by `unique` with `policy: rejectNew`",
                    at: range
                )
            ]
            if endpoint.method == .post {
                notes.append(.init("or say `idempotent: true` if this POST only reads, as a search does", at: range))
            }
            diagnostics.error(
                "tasks may share one run only if it has no effects, and a \(method) has some",
                at: range,
                notes: notes
            )
        }
        if case .file = endpoint.response, let response = delivery.own["response"] {
            diagnostics.error(
                "tasks that share one run would share one file, and each wants its own",
                at: range,
                notes: [.init("answer with `Data`, or let each have its run", at: response)]
            )
        }
    }
}
