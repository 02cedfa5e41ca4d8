import NetTaskSpec

/// Compares what a task is made with, and the request that it becomes.
struct RequestComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector

    func compare(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        if old.method != new.method {
            add([.server], subject, "its method", old.method.rawValue, new.method.rawValue)
        }
        compareParams(old, new, subject)
        compareRequestObject(old, new, subject)
        compareBody(old, new, subject)
        if old.encoding != new.encoding {
            let matters = old.hasBodyOfParams || new.hasBodyOfParams
            add(matters ? [.server] : [.other], subject, "its `encoding`", old.encoding.rawValue, new.encoding.rawValue)
        }
        ConstantsComparison(found: found).compare(old, new, subject)
        compareAuth(old, new, subject)
    }

    private func add(
        _ kinds: Set<Difference.Kind>,
        _ subject: Subject,
        _ what: String,
        _ old: String?,
        _ new: String?
    ) {
        let words = [old, new].map { $0?.quotedForMessage ?? "none" }
        found.add(kinds, subject, "\(what) was \(words[0]) and is \(words[1])")
    }

    // MARK: Params

    private func compareParams(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let object = new.requestObject.flatMap { client.new.shapes[$0.shape]?.fields } ?? []
        let constants = new.constants.map(\.name) + new.headers.map(\.name)
        let sentOtherwise = constants + object.filter(\.isSent).map(\.wireName)
        let use = FieldUse.params(of: new, sentOtherwise: Set(sentOtherwise))
        let lists = FieldListComparison(client: client, found: found, use: use)
        var params = Matching(old.params, new.params, by: \.name.written)
        params.pairRest(\.name.swift, \.name.swift)
        // A variable of the uri has no name on the wire, but a place.
        params.pairRest(
            { old.placeInURI(of: $0) ?? use.sentAs($0) },
            { new.placeInURI(of: $0) ?? use.sentAs($0) }
        )
        lists.compare(params, in: subject, "params")
        let names = Dictionary(params.pairs.map { ($0.old.name.written, $0.new.name.written) }) { first, _ in first }
        let oldParts = old.uri.parts.map { part in
            switch part {
            case .literal: part
            case .variable(let name): URITemplate.Part.variable(names[name] ?? name)
            case .path(let name): URITemplate.Part.path(names[name] ?? name)
            }
        }
        if oldParts != new.uri.parts { add([.server], subject, "its uri", old.uri.written, new.uri.written) }
    }

    private func compareRequestObject(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        guard let oldObject = old.requestObject, let newObject = new.requestObject else {
            if old.requestObject != nil || new.requestObject != nil {
                let kinds: Set<Difference.Kind> = old.requestObject == nil ? [.callers] : [.callers, .server]
                let words = (old.requestObject?.shape, new.requestObject?.shape)
                add(kinds, subject, "its `requestObject`", words.0, words.1)
            }
            return
        }
        let subject = subject.part("requestObject")
        if !client.isSame(.shape(oldObject.shape), .shape(newObject.shape)) {
            add([.callers, .server], subject, "it", oldObject.shape, newObject.shape)
        } else if oldObject.name.swift != newObject.name.swift {
            add([.callers], subject, "the argument for it", oldObject.name.swift, newObject.name.swift)
        }
    }

    // MARK: The body

    private func compareBody(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        switch (old.body, new.body) {
        case (let oldBody?, let newBody?):
            if !client.isSame(oldBody, newBody) {
                // A request can be without it now.
                let isLess = newBody.isOptional && !oldBody.isOptional
                let isSentAsBefore =
                    client.isSame(oldBody.unwrapped, newBody.unwrapped)
                    || !oldBody.unwrapped.isSentAsItIs && !newBody.unwrapped.isSentAsItIs
                        && client.oldForm(oldBody, nil).covers(client.newForm(newBody, nil))
                let isExpected = isSentAsBefore && !isLess
                add(
                    isExpected ? [.callers] : [.callers, .server],
                    subject,
                    "its `body`",
                    "\(oldBody)",
                    "\(newBody)"
                )
            }
        case (nil, nil):
            break
        default:
            add([.callers, .server], subject, "its `body`", old.body.map { "\($0)" }, new.body.map { "\($0)" })
        }
        if old.contentType != new.contentType {
            add([.server], subject, "its `contentType`", old.contentType, new.contentType)
        }
    }

    // MARK: Credentials

    private func compareAuth(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let oldSchemes = old.auth.map { client.schemeNames[$0] ?? $0 }
        for scheme in new.auth where !oldSchemes.contains(scheme) {
            found.add(
                [.callers],
                subject.part("auth"),
                "it needs the credentials of \(scheme.quotedForMessage), which a queue has to be given"
            )
        }
        for scheme in oldSchemes where !new.auth.contains(scheme) {
            found.add(
                [.server],
                subject.part("auth"),
                "the credentials of \(scheme.quotedForMessage) are not sent any more"
            )
        }
    }
}

extension Endpoint {
    /// Whether params are written into the body.
    fileprivate var hasBodyOfParams: Bool {
        guard body == nil else { return false }
        return !method.sendsParamsInQuery || params.contains { $0.location == .body && $0.isSent }
    }

    fileprivate func placeInURI(of param: Field) -> String? {
        uri.variables.firstIndex(of: param.name.written).map { "variable \($0)" }
    }
}

extension TypeReference {
    /// Whether a body of this type is its text or its bytes, and not JSON.
    fileprivate var isSentAsItIs: Bool {
        [.scalar(.string), .scalar(.data), .scalar(.file)].contains(self)
    }
}
