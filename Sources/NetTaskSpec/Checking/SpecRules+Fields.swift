/// The rules of the fields of one shape, and of the fields of a reply that is described in place.
extension SpecRules {
    func checkFields(_ shape: LocatedShape) {
        for field in shape.fields {
            checkFile(field)
            checkDirection(field)
            if field.fromRange != nil { refuse(["wireName"], of: field, Self.from) }
            if field.field.only == .response {
                refuse(["ignored", "style"], of: field, "with `only: response` it is never sent")
            } else if field.ignoresItself {
                refuse(["style", "transform"], of: field, Self.ignored)
            } else {
                refuseBesideTransform(field)
            }
        }
    }

    func checkFieldNames(_ shape: LocatedShape) {
        checkClashes(shape.fields.map(\.field.name), noun: "field")
        checkFormerNames(of: shape.fields, noun: "field")
        checkWireNames(of: shape.fields)
    }

    func checkFieldTransforms(_ shape: LocatedShape) {
        checkTransforms(of: shape.fields, among: properties(of: shape.fields), in: nil)
    }

    func checkReplyFields(_ located: LocatedEndpoint) { checkReplyFields(located.replyFields) }

    /// Fields that are written in place, and only read.
    func checkReplyFields(_ fields: [LocatedField]) {
        for field in fields {
            checkFile(field)
            if field.fromRange != nil { refuse(["wireName"], of: field, Self.from) }
            refuse(["only", "ignored", "style", "transform"], of: field, "a field of a reply is only read")
            refuse(["example"], of: field, "a reply that is described in place has no example, and a shape has")
            refuse(["was"], of: field, "nothing of a reply is stored under its name")
        }
        checkClashes(fields.map(\.field.name), noun: "field")
        checkWireNames(of: fields)
    }

    private func checkFile(_ field: LocatedField) {
        if field.field.type.innermost == .scalar(.file) { at(field.typeRange).error(ParamPlacement.fileProblem) }
    }

    // MARK: Keys that change nothing beside another one

    static let from = "`from` says where in a reply the value is"
    static let ignored = "it is ignored, and so never sent"

    /// Such a key is a mistake: what its author asks for does not happen.
    func refuse(_ keys: [String], of located: LocatedField, _ reason: String) {
        for key in keys {
            guard let range = located.place(of: key) else { continue }
            at(range).error("`\(key)` changes nothing here: \(reason)")
        }
    }

    func refuseBesideTransform(_ located: LocatedField) {
        guard located.field.transform != nil else { return }
        refuse(["format", "style"], of: located, "what `transform` returns is sent as it is")
    }

    // MARK: Directions

    /// What `only:` asks of the other keys of a field.
    private func checkDirection(_ located: LocatedField) {
        guard let only = located.field.only, let range = located.onlyRange else { return }
        if only == .request, let from = located.fromRange {
            at(from).error("`from` says where in a reply the value is, but with `only: request` it is never read")
                .note("`only` is here", at: range)
        }
        if only == .request, located.field.isIgnored {
            at(range).error("the field \(located.written) would be neither sent nor read")
                .note("it is ignored here", at: located.ignoredRange ?? located.keyRange)
        }
        if only == .response, let transform = located.transformRange {
            at(transform).error("a transform is called before the value is sent, and with `only: response` it never is")
                .note("`only` is here", at: range)
        }
    }

    /// A shape that travels the way in which a field does not has to do without a value for it.
    func checkDirections(_ shape: LocatedShape) {
        let name = shape.shape.name.written
        for field in shape.fields {
            guard let only = field.field.only, let range = field.onlyRange, !field.field.canBeMissing,
                only == .request ? usage.read.contains(name) : usage.isSent(name)
            else { continue }
            let way = only == .request ? "read" : "sent"
            at(range).error("the shape `\(name)` is \(way), and then this field has no value")
                .note("make it optional, or give it a `default`", at: field.typeRange)
        }
    }

    // MARK: Transforms

    /// A transform is a way out only.
    func checkReadTransforms(_ shape: LocatedShape) {
        let name = shape.shape.name.written
        guard usage.read.contains(name) else { return }
        for field in shape.fields where field.field.only == nil && !field.ignoresItself {
            guard let range = field.transformRange else { continue }
            let problem = "nothing undoes a transform: what it makes would be read as the value"
            at(range).error("the shape `\(name)` is read as well, and \(problem)")
                .note("say `only: request`, if replies are not asked for it")
                .note("or give it a type of yours that writes and reads itself, by `swiftType`")
        }
    }

    /// A transform is looked up where the properties of the type that packs are seen first.
    ///
    /// - Parameters:
    ///   - properties: Those of the type that packs the fields, and where each is named.
    ///   - group: The group that this type is in.
    func checkTransforms(
        of fields: [LocatedField],
        among properties: @autoclosure () -> [String: SourceRange],
        in group: Name?
    ) {
        guard fields.contains(where: { $0.field.transform != nil }) else { return }
        let properties = properties()
        let tasks = endpoints.map(\.endpoint).filter { $0.group == nil || $0.group == group }.map(\.name)
        let types = Dictionary((tasks + groups).map { ($0.swift, $0.place) }) { first, _ in first }
        for field in fields {
            guard let first = field.field.transform?.first, let range = field.transformRange else { continue }
            if ReservedNames.transforms.contains(first) {
                at(range).error("the transform begins with `\(first)`, which means something else where it is called")
                    .note("give the function another name, or put it into a type: `Transforms.\(first)`")
            } else if let property = properties[first] {
                at(range).error("the transform begins with `\(first)`, which is a property of the type that calls it")
                    .note("give this property another Swift name with `swiftName:`", at: property)
            } else if let type = types[first] {
                at(range).error(
                    "the transform begins with `\(first)`, which is a type of this client where it is called"
                )
                .note("the type is here; one of the two needs another name", at: type)
            }
        }
    }

    /// The Swift names of the fields and where they stand.
    func properties(of fields: [LocatedField]) -> [String: SourceRange] {
        Dictionary(fields.map { ($0.field.name.swift, $0.field.name.place) }) { first, _ in first }
    }

    // MARK: Names on the wire

    private func checkWireNames(of fields: [LocatedField]) {
        guard fields.count > 1 else { return }
        var holders: [String: [LocatedField]] = [:]
        for field in fields where !field.field.isIgnored && !field.field.isInline && field.fromRange == nil {
            // One that is only sent and one that is only read do not meet.
            let other = holders[field.field.wireName]?.first { other in
                field.field.only == nil || other.field.only == nil || field.field.only == other.field.only
            }
            if let other {
                reportClash("fields", field, other, "on the wire")
            } else {
                holders[field.field.wireName, default: []].append(field)
            }
        }
    }

    func reportClash(_ noun: String, _ field: LocatedField, _ other: LocatedField, _ place: String) {
        at(field.keyRange).error("two \(noun) would both be called \(field.field.wireName.quotedForMessage) \(place)")
            .note("the other one is here", at: other.keyRange)
            .note("give one of them another name with `wireName:`")
    }
}

extension LocatedField {
    var written: String { field.name.written.quotedForMessage }

    /// By its own key: a list of what is ignored may come and go.
    var ignoresItself: Bool { field.isIgnored && place(of: "ignored") != nil }
}
