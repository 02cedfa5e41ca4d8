import NetTaskSpec

extension ClientComparison {
    /// Compares the inputs of a task, and its request.
    func compareRequests(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        if old.method != new.method {
            subject.add([.server], "its method", was: old.method.rawValue, is: new.method.rawValue)
        }
        compareParams(old, new, subject)
        compareRequestObjects(old.requestObject, new.requestObject, subject)
        compareBodies(old, new, subject)
        if old.encoding != new.encoding {
            let matters = old.hasBodyOfParams || new.hasBodyOfParams
            let (old, new) = (old.encoding.rawValue, new.encoding.rawValue)
            subject.add(matters ? [.server] : [.other], "its `encoding`", was: old, is: new)
        }
        compareHeaders(old, new, subject)
        compareConstants(old, new, subject)
        compareAuth(old, new, subject.part("auth"))
    }

    // MARK: Params

    private func compareParams(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let object = new.requestObject.flatMap { self.new.shapes[$0.shape]?.fields } ?? []
        let constants = new.constants.map(\.name) + new.headers.map(\.name)
        let sentOtherwise = constants + object.filter(\.isSent).map(\.wireName)
        let isText = new.encoding != .json
        let use = FieldUse(
            isSent: true,
            isRead: false,
            isText: isText,
            sentOtherwise: Set(sentOtherwise),
            isValidated: new.isValidated
        )
        var params = Matching(old.params, new.params, by: \.name.written)
        params.pairRest(by: \.name.swift)
        params.pairRest(by: \.name.written, formerly: \.formerNames)
        // A variable of the uri has a position, not a wire name.
        params.pairRest({ old.placeInURI(of: $0) ?? use.sentAs($0) }, { new.placeInURI(of: $0) ?? use.sentAs($0) })
        compare(params, use, in: subject, "params")
        let names = params.names(\.name)
        let oldParts = old.uri.parts.map { part in
            switch part {
            case .literal: part
            case .variable(let name): URITemplate.Part.variable(names[name] ?? name)
            case .path(let name): URITemplate.Part.path(names[name] ?? name)
            }
        }
        if oldParts != new.uri.parts { subject.add([.server], "its uri", was: old.uri.written, is: new.uri.written) }
    }

    private func compareRequestObjects(_ old: Endpoint.Property?, _ new: Endpoint.Property?, _ subject: Subject) {
        guard let old, let new else {
            if old == nil, new == nil { return }
            let kinds: Set<Difference.Kind> = old == nil ? [.callers] : [.callers, .server]
            return subject.add(kinds, "its `requestObject`", was: old?.shape, is: new?.shape)
        }
        let subject = subject.part("requestObject")
        if !isSame(.shape(old.shape), .shape(new.shape)) {
            subject.add([.callers, .server], was: old.shape, is: new.shape)
        } else if old.name.swift != new.name.swift {
            subject.add([.callers], "the argument for it", was: old.name.swift, is: new.name.swift)
        }
    }

    // MARK: The body

    private func compareBodies(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        if !old.bodies.isEmpty, !new.bodies.isEmpty {
            if old.body?.isOptional != new.body?.isOptional {
                let isLess = new.body?.isOptional == true
                let words = "its `body` is \(isLess ? "now" : "no longer") optional"
                subject.add(isLess ? [.callers, .server] : [.callers], words)
            }
            return compare(old.bodies, new.bodies, subject.part("body"))
        }
        if !old.bodies.isEmpty || !new.bodies.isEmpty {
            // A body that is still one of the alternatives is sent as before.
            let isSentAsBefore = old.bodyForms.allSatisfy { old in
                new.bodyForms.contains { isSentAlike(old, $0) }
            }
            let words = [old, new].map { endpoint in
                endpoint.bodies.isEmpty
                    ? endpoint.body.map { "\($0)" } : endpoint.bodies.map(\.mediaType).joined(separator: ", ")
            }
            let kinds: Set<Difference.Kind> = isSentAsBefore ? [.callers] : [.callers, .server]
            return subject.add(kinds, "its `body`", was: words[0], is: words[1])
        }
        if let oldBody = old.body, let newBody = new.body, !isSame(oldBody, newBody) {
            // The new request can omit the body.
            let isLess = newBody.isOptional && !oldBody.isOptional
            let isSentAsBefore =
                isSame(oldBody.unwrapped, newBody.unwrapped)
                || !oldBody.unwrapped.isSentAsItIs && !newBody.unwrapped.isSentAsItIs
                    && oldForm(oldBody).covers(newForm(newBody))
            let kinds: Set<Difference.Kind> = isSentAsBefore && !isLess ? [.callers] : [.callers, .server]
            subject.add(kinds, "its `body`", was: "\(oldBody)", is: "\(newBody)")
        } else if (old.body == nil) != (new.body == nil) {
            let words = [old, new].map { $0.body.map { "\($0)" } }
            subject.add([.callers, .server], "its `body`", was: words[0], is: words[1])
        }
        if old.contentType != new.contentType {
            subject.add([.server], "its `contentType`", was: old.contentType, is: new.contentType)
        }
    }

    private func compare(_ old: [BodyContent], _ new: [BodyContent], _ subject: Subject) {
        var matching = Matching(old, new, by: \.mediaType)
        matching.pairRest(by: \.name.swift)
        for (old, new) in matching.pairs {
            let subject = subject.part(new.mediaType)
            if old.name.swift != new.name.swift {
                subject.add([.callers], "its case", was: old.name.swift, is: new.name.swift)
            }
            if old.mediaType != new.mediaType {
                subject.add([.server], "its media type", was: old.mediaType, is: new.mediaType)
            }
            if !isSame(old.type, new.type) {
                let kinds: Set<Difference.Kind> =
                    isSentAlike(old, new) ? [.callers] : [.callers, .server]
                subject.add(kinds, "its type", was: "\(old.type)", is: "\(new.type)")
            }
        }
        for content in matching.added {
            subject.part(content.mediaType).add([.additive], "it was added: the case `\(content.name.swift)`")
        }
        for content in matching.removed {
            subject.part(content.mediaType).add(
                [.callers, .server],
                "it was removed: the case `\(content.name.swift)`"
            )
        }
    }

    /// Whether a body is sent as the other one: with the same encoding, and a type that covers the other type.
    private func isSentAlike(_ old: BodyContent, _ new: BodyContent) -> Bool {
        let isSameKind =
            old.mediaType.isEmpty || new.mediaType.isEmpty
            ? MediaKind(old.mediaType + new.mediaType).isJSON : old.mediaType == new.mediaType
        return isSameKind && (isSame(old.type, new.type) || oldForm(old.type).covers(newForm(new.type)))
    }

    // MARK: Constants

    private func compareHeaders(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let matching = Matching(old.headers, new.headers) { $0.name.lowercased() }
        for (old, new) in matching.pairs where old.value != new.value {
            subject.part("headers.\(new.name)").add([.server], was: old.value, is: new.value)
        }
        for header in matching.added {
            // These headers select a reply, or describe the request's body.
            let steersServer = ["accept", "content-"].contains { header.name.lowercased().hasPrefix($0) }
            let message = "it was added: \(header.value.quotedForMessage) is always sent"
            subject.part("headers.\(header.name)").add(steersServer ? [.server] : [.additive], message)
        }
        for header in matching.removed {
            let param = new.params.first {
                $0.location == .header && $0.wireName.lowercased() == header.name.lowercased()
            }
            addRemoved(subject.part("headers.\(header.name)"), inFavourOf: param)
        }
    }

    private func compareConstants(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let matching = Matching(old.constants, new.constants, by: \.name)
        for (old, new) in matching.pairs where old.value != new.value {
            let message = "it changed from \(old.value.text) to \(new.value.text)"
            subject.part("constants.\(new.name)").add([.server], message)
        }
        for constant in matching.added {
            // A param with the same name still exists, but its value has no effect.
            let param = new.params.first {
                $0.isSent && $0.wireName == constant.name && ($0.location == .query || $0.location == .body)
            }
            let place = param.map { ", in place of the param \($0.name.written.quotedForMessage)" } ?? ""
            subject.part("constants.\(constant.name)").add(
                param == nil ? [.additive] : [.callers],
                "it was added: \(constant.value.text) is always sent\(place)"
            )
        }
        for constant in matching.removed {
            let param = new.params.first { $0.wireName == constant.name }
            addRemoved(subject.part("constants.\(constant.name)"), inFavourOf: param)
        }
    }

    /// Adds a removed constant, unless a param replaces it.
    private func addRemoved(_ subject: Subject, inFavourOf param: Field?) {
        if let param, param.isSent, !param.canBeUnsent {
            subject.add([.other], "it is now the param \(param.name.written.quotedForMessage)")
        } else {
            subject.add([.server], "it was removed and is no longer always sent")
        }
    }

    // MARK: Credentials

    private func compareAuth(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let oldSets = old.auth.map { $0.map { schemeNames[$0] ?? $0 } }
        let oldSchemes = Array(oldSets.joined())
        let newSchemes = Array(new.auth.joined())
        if new.auth.count > 1 || oldSets.count > 1 {
            // Credentials that were enough for each of the old alternatives must be enough for one of the new ones.
            let isEnough = (oldSets.isEmpty ? [[]] : oldSets).allSatisfy { old in
                new.auth.isEmpty || new.auth.contains { Set($0).isSubset(of: old) }
            }
            if !isEnough {
                let names = new.auth.map { $0.map(\.quotedForMessage).joined(separator: " and ") }
                subject.add([.callers], "it needs the credentials of \(names.joined(separator: ", or ")) in the queue")
            } else if oldSets != new.auth, Set(newSchemes).isSuperset(of: oldSchemes) {
                subject.add([.server], "other credentials can be sent")
            }
        } else {
            for scheme in newSchemes where !oldSchemes.contains(scheme) {
                let message = "it needs the credentials of \(scheme.quotedForMessage) in the queue"
                subject.add([.callers], message)
            }
        }
        for scheme in oldSchemes where !newSchemes.contains(scheme) {
            subject.add([.server], "the credentials of \(scheme.quotedForMessage) are no longer sent")
        }
    }
}

extension Endpoint {
    /// Whether params are sent in the body.
    fileprivate var hasBodyOfParams: Bool {
        guard body == nil else { return false }
        return !method.sendsParamsInQuery || params.contains { $0.location == .body && $0.isSent }
    }

    fileprivate func placeInURI(of param: Field) -> String? {
        uri.variables.firstIndex(of: param.name.written).map { "variable \($0)" }
    }
}

extension Endpoint.Constant.Value {
    fileprivate var text: String {
        switch self {
        case .string(let text): "the text \(text.quotedForMessage)"
        case .integer(let number): "`\(number)`"
        case .number(let written): "`\(written)`"
        case .bool(let bool): "`\(bool)`"
        case .null: "`null`"
        }
    }
}
