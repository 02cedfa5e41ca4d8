/// The rules of the fields of one shape, and of the fields of a reply that is described in place.
extension SpecRules {
    func checkFields(_ shape: Shape) {
        for field in shape.members {
            checkFile(field)
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

    /// Fields that are written in place, and only read.
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
                    .error("`transform` is called before a value is sent, and a field of a reply is only read")
                    .note(field.readFix)
            }
            refuse(["example"], of: field, "a reply that is described in place has no example, and a shape has")
            refuse(["was"], of: field, "nothing of a reply is stored under its name")
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

    // MARK: Keys that change nothing beside another one

    static let from = "`from` says where in a reply the value is"
    static let ignored = "it is ignored, and so never sent"

    /// Such a key is a mistake: what its author asks for does not happen.
    func refuse(_ keys: [String], of field: Field, _ reason: String) {
        for key in keys {
            guard let range = field.place(of: key) else { continue }
            at(range, .uselessKey).error("`\(key)` changes nothing here: \(reason)")
        }
    }

    func refuseBesideTransform(_ field: Field) {
        if field.transform != nil, field.only != .response, !field.ignoresItself {
            refuse(["format", "style"], of: field, "what `transform` returns is sent as it is")
        } else if field.readTransform != nil, field.isRead {
            refuse(["format"], of: field, "the parameter of the `read` function says what is read")
        }
    }

    // MARK: Directions

    /// What `only:` asks of the other keys of a field.
    private func checkDirection(_ field: Field) {
        guard let only = field.only, let range = field.place(of: "only") else { return }
        if only == .request, let from = field.fromRange {
            at(from, .uselessKey)
                .error("`from` says where in a reply the value is, but with `only: request` it is never read")
                .note("`only` is here", at: range)
        }
        if only == .request, field.isIgnored {
            at(range, .unusedField).error("the field \(field.written) would be neither sent nor read")
                .note("it is ignored here", at: field.ignoredRange ?? field.keyRange)
        }
        if only == .response, let transform = field.transformRange {
            at(transform, .invalidTransform)
                .error("a transform is called before the value is sent, and with `only: response` it never is")
                .note("`only` is here", at: range)
                .note(field.readFix)
        }
        if only == .request, let transform = field.readTransformRange {
            at(transform, .uselessKey)
                .error("`read` is called with what a reply holds, and with `only: request` none is read")
                .note("`only` is here", at: range)
                .note("leave out `read`")
        }
    }

    /// A shape that travels the way in which a field does not has to do without a value for it.
    func checkDirections(_ shape: Shape) {
        let name = shape.name.written
        for field in shape.members {
            guard let only = field.only, let range = field.place(of: "only"), !field.canBeMissing,
                only == .request ? usage.read.contains(name) : usage.isSent(name)
            else { continue }
            let way = only == .request ? "read" : "sent"
            at(range, .fieldWithoutValue).error("the shape `\(name)` is \(way), and then this field has no value")
                .note("make it optional, or give it a `default`", at: field.typeRange)
        }
    }

    // MARK: Transforms

    /// A field that is both sent and read has two functions, or none.
    func checkTransformPairs(_ shape: Shape) {
        let name = shape.name.written
        for field in shape.members where field.only == nil && !field.ignoresItself {
            switch (field.transformRange, field.readTransformRange) {
            case (let send?, nil) where usage.read.contains(name):
                let function = field.transform.map(Field.name(of:)) ?? ""
                at(send, .invalidTransform)
                    .error("the shape `\(name)` is read as well, and no function undoes the transform")
                    .note("write `transform: {send: \(function), read: …}`, with a function that returns the value")
                    .note("or write `only: request`, if replies do not hold the field")
            case (nil, let read?) where usage.isSent(name):
                let function = field.readTransform.map(Field.name(of:)) ?? ""
                at(read, .invalidTransform)
                    .error("the shape `\(name)` is sent as well, and no function undoes the transform")
                    .note("write `transform: {send: …, read: \(function)}`, with a function that returns what is sent")
                    .note("or write `only: response`, if requests do not hold the field")
            default: break
            }
        }
    }

    /// A param is only sent.
    func refuseReadTransform(_ param: Field) {
        guard let range = param.readTransformRange else { return }
        let name = param.readTransform.map(Field.name(of:)) ?? ""
        at(range, .invalidTransform).error("`read` is called with what a reply holds, and a param is only sent")
            .note(param.transform == nil ? "write `transform: \(name)`" : "leave out `read`")
    }

    /// A transform is looked up where the properties of the type that packs are seen first.
    ///
    /// - Parameters:
    ///   - properties: Those of the type that packs the fields, and where each is named.
    ///   - group: The group that this type is in.
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
                    .error("the transform begins with `\(first)`, which means something else where it is called")
                    .note("give the function another name, or put it into a type: `Transforms.\(first)`")
            } else if let property = properties[first] {
                at(range, .shadowedName)
                    .error("the transform begins with `\(first)`, which is a property of the type that calls it")
                    .note("give this property another Swift name with `swiftName:`", at: property)
            } else if let type = types[first] {
                at(range, .shadowedName).error(
                    "the transform begins with `\(first)`, which is a type of this client where it is called"
                )
                .note("the type is here; one of the two needs another name", at: type)
            }
        }
    }

    /// The Swift names of the fields and where they stand.
    func properties(of fields: [Field]) -> [String: SourceRange] {
        Dictionary(fields.map { ($0.name.swift, $0.name.place) }) { first, _ in first }
    }

    // MARK: Names on the wire

    private func checkWireNames(of fields: [Field]) {
        guard fields.count > 1 else { return }
        var holders: [String: [Field]] = [:]
        for field in fields where !field.isIgnored && !field.isInline && field.fromRange == nil {
            // One that is only sent and one that is only read do not meet.
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
            .error("two \(noun) would both be called \(field.wireName.quotedForMessage) \(place)")
            .note("the other one is here", at: other.keyRange)
            .note("give one of them another name with `wireName:`")
    }
}

extension Field {
    var written: String { name.written.quotedForMessage }

    /// What to write in place of a function that is never called.
    fileprivate var readFix: String {
        let name = Self.name(of: transform ?? [])
        return readTransform == nil
            ? "write `transform: {read: \(name)}`, if `\(name)` returns the value" : "leave out `send`"
    }

    fileprivate static func name(of function: [String]) -> String { function.joined(separator: ".") }

    /// By its own key: a list of what is ignored may come and go.
    var ignoresItself: Bool { isIgnored && place(of: "ignored") != nil }
}
