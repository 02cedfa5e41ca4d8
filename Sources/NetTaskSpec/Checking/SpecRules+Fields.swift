/// The rules for the fields of a shape, and for the fields of a reply that is described in place.
extension SpecRules {
    func checkFields(_ shape: Shape) {
        for field in shape.members {
            checkDirection(field)
            if field.fromRange != nil { refuse(["wireName"], of: field, Self.from) }
            if field.only == .response {
                refuse(["ignored", "style"], of: field, "with `only: response` it is never sent")
            } else if field.ignoresItself {
                refuse(field.transform == nil ? ["style"] : ["style", "transform"], of: field, Self.ignored)
            }
            refuseBesideTransform(field)
        }
    }

    func checkFieldNames(_ shape: Shape) {
        checkClashes(shape.members.map(\.name), noun: "field")
        checkFormerNames(of: shape.members, noun: "field")
        checkWireNames(of: shape.members)
        for field in shape.members { checkCapital(field, shape.separator, "field") }
    }

    func checkFieldTransforms(_ shape: Shape) {
        checkTransforms(of: shape.members, among: properties(of: shape.members), in: nil)
    }

    func checkReplyFields(_ endpoint: Endpoint) {
        checkReplyFields(endpoint.replyFields, endpoint.separator, in: endpoint.group)
    }

    /// Checks fields that are described in place, and only read.
    func checkReplyFields(_ fields: [Field], _ separator: NameSeparator, in group: Name? = nil) {
        checkTransforms(of: fields, among: properties(of: fields), in: group)
        for field in fields {
            checkCapital(field, separator, "field")
            checkFile(field)
            if field.fromRange != nil { refuse(["wireName"], of: field, Self.from) }
            refuse(["only", "ignored", "style"], of: field, "a field of a reply is only read")
            refuseBesideTransform(field)
            if let range = field.transformRange {
                at(range, .uselessKey)
                    .error("`transform` converts values that are sent, but a field of a reply is only read")
                    .note(field.readFix)
            }
            refuse(["example"], of: field, "a reply that is described in place has no example; define a shape for it")
            refuse(["was"], of: field, "replies are not stored")
        }
        checkClashes(fields.map(\.name), noun: "field")
        checkWireNames(of: fields)
    }

    private func checkFile(_ field: Field) {
        if field.type.innermost == .scalar(.file) {
            at(field.typeRange, .misplacedFile)
                .error(ParamPlacement.fileProblem)
        }
    }

    // MARK: Keys without effect

    static let from = "`from` applies only to replies"
    static let ignored = "an ignored value is never sent"

    /// Reports such keys as errors, because the author expects an effect.
    func refuse(_ keys: [String], of field: Field, _ reason: String) {
        for key in keys {
            guard let range = field.place(of: key) else { continue }
            at(range, .uselessKey).error("`\(key)` has no effect: \(reason)")
        }
    }

    func refuseBesideTransform(_ field: Field) {
        if field.transform != nil, field.only != .response, !field.ignoresItself {
            refuse(["format", "style"], of: field, "the result of `transform` is sent without a further conversion")
        } else if field.readTransform != nil, field.isRead {
            refuse(["format"], of: field, "the parameter of the `read` function determines the type that is read")
        }
    }

    // MARK: Directions

    /// Checks the keys that conflict with `only:`.
    private func checkDirection(_ field: Field) {
        guard let only = field.only, let range = field.place(of: "only") else { return }
        if only == .request, let from = field.fromRange {
            at(from, .uselessKey)
                .error("`from` is the path in a reply, but a field with `only: request` is never read")
                .note("`only` is set here", at: range)
        }
        if only == .request, field.isIgnored {
            at(range, .unusedField).error("the field \(field.written) would be neither sent nor read")
                .note("it is ignored here", at: field.ignoredRange ?? field.keyRange)
        }
        if only == .response, let transform = field.transformRange {
            at(transform, .invalidTransform)
                .error("`transform` converts values that are sent, but a field with `only: response` is never sent")
                .note("`only` is set here", at: range)
                .note(field.readFix)
        }
        if only == .request, let transform = field.readTransformRange {
            at(transform, .uselessKey)
                .error("`read` converts values of replies, but a field with `only: request` is never read")
                .note("`only` is set here", at: range)
                .note("remove `read`")
        }
    }

    /// A shape that is used in a direction in which one of its fields does not travel needs another value for the field.
    func checkDirections(_ shape: Shape) {
        let name = shape.name.written
        for field in shape.members {
            guard let only = field.only, let range = field.place(of: "only"), !field.canBeMissing,
                only == .request ? usage.read.contains(name) : usage.isSent(name)
            else { continue }
            let way = only == .request ? "read" : "sent"
            at(range, .fieldWithoutValue).error("the shape `\(name)` is \(way), but then this field has no value")
                .note("make it optional, or give it a `default`", at: field.typeRange)
        }
    }

    // MARK: Transforms

    /// Checks that a field that is sent and read has both functions, or none.
    func checkTransformPairs(_ shape: Shape) {
        let name = shape.name.written
        for field in shape.members where field.only == nil && !field.ignoresItself {
            switch (field.transformRange, field.readTransformRange) {
            case (let send?, nil) where usage.read.contains(name):
                let function = field.transform.map(Field.name(of:)) ?? ""
                at(send, .invalidTransform)
                    .error("the shape `\(name)` is also read, but the transform has no `read` function to reverse it")
                    .note("write `transform: {send: \(function), read: …}` with a function that returns the value")
                    .note("or write `only: request`, if replies do not contain the field")
            case (nil, let read?) where usage.isSent(name):
                let function = field.readTransform.map(Field.name(of:)) ?? ""
                at(read, .invalidTransform)
                    .error("the shape `\(name)` is also sent, but the transform has no `send` function to reverse it")
                    .note(
                        "write `transform: {send: …, read: \(function)}` with a function that returns the value to send"
                    )
                    .note("or write `only: response`, if requests do not contain the field")
            default: break
            }
        }
    }

    /// Rejects `read` for a param, which is only sent.
    func refuseReadTransform(_ param: Field) {
        guard let range = param.readTransformRange else { return }
        let name = param.readTransform.map(Field.name(of:)) ?? ""
        at(range, .invalidTransform).error("`read` converts values of replies, but a param is only sent")
            .note(param.transform == nil ? "write `transform: \(name)`" : "remove `read`")
    }

    /// Checks that a transform's name is not shadowed. Swift looks it up in the type that packs the fields, and finds its
    /// properties first.
    ///
    /// - Parameters:
    /// - properties: The properties of the type that packs the fields, with the place that names each.
    /// - group: The group of this type.
    func checkTransforms(
        of fields: [Field],
        among properties: @autoclosure () -> [String: SourceRange],
        in group: Name?
    ) {
        guard fields.contains(where: { $0.transform != nil || $0.readTransform != nil }) else { return }
        let properties = properties()
        let tasks = endpoints.filter { $0.group == nil || $0.group == group }.map(\.name)
        let types = Dictionary((tasks + groups).map { ($0.swift, $0.place) }) { first, _ in first }
        let functions = fields.flatMap { field in
            [(field.transform, field.transformRange), (field.readTransform, field.readTransformRange)]
        }
        for (function, range) in functions {
            guard let first = function?.first, let range else { continue }
            if ReservedNames.transforms.contains(first) {
                at(range, .shadowedName)
                    .error("the transform begins with `\(first)`, which has another meaning in generated code")
                    .note("rename the function, or move it into a type: `Transforms.\(first)`")
            } else if let property = properties[first] {
                at(range, .shadowedName)
                    .error("the transform begins with `\(first)`, which is also a property of the type that calls it")
                    .note("rename this property with `swiftName:`", at: property)
            } else if let type = types[first] {
                at(range, .shadowedName).error(
                    "the transform begins with `\(first)`, which is also a type of this client"
                )
                .note("the type; rename one of them", at: type)
            }
        }
    }

    /// The Swift names of the fields and their places.
    func properties(of fields: [Field]) -> [String: SourceRange] {
        Dictionary(fields.map { ($0.name.swift, $0.name.place) }) { first, _ in first }
    }

    // MARK: Names on the wire

    private func checkWireNames(of fields: [Field]) {
        guard fields.count > 1 else { return }
        var holders: [String: [Field]] = [:]
        for field in fields where !field.isIgnored && !field.isInline && field.fromRange == nil {
            // A field that is only sent and a field that is only read do not conflict.
            let other = holders[field.wireName]?.first { other in
                field.only == nil || other.only == nil || field.only == other.only
            }
            if let other {
                reportClash("fields", field, other, "on the wire")
            } else {
                holders[field.wireName, default: []].append(field)
            }
        }
    }

    func reportClash(_ noun: String, _ field: Field, _ other: Field, _ place: String) {
        at(field.keyRange, .wireNameClash)
            .error("two \(noun) have the same name \(field.wireName.quotedForMessage) \(place)")
            .note("the other one", at: other.keyRange)
            .note("rename one of them with `wireName:`")
    }
}

extension Field {
    var written: String { name.written.quotedForMessage }

    /// The correction for a function that is never called.
    fileprivate var readFix: String {
        let name = Self.name(of: transform ?? [])
        return readTransform == nil
            ? "write `transform: {read: \(name)}`, if `\(name)` returns the value" : "remove `send`"
    }

    fileprivate static func name(of function: [String]) -> String { function.joined(separator: ".") }

    /// Whether its own key ignores it. A list of ignored names may change.
    var ignoresItself: Bool { isIgnored && place(of: "ignored") != nil }
}
