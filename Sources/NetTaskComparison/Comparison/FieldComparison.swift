import Foundation
import NetTaskSpec

/// The use of a list of fields: whether requests and replies contain them.
struct FieldUse {
    var isSent: Bool
    var isRead: Bool
    /// Whether values in a body are text, as in a form.
    var isText = false
    /// Wire names that are also sent by something else.
    var sentOtherwise: Set<String> = []
    /// Whether its constraints are checked before it is sent.
    var isValidated = false
    /// For a shape with cases, the case for unlisted values; `nil` if these are errors.
    var catchAll: String?

    static let reply = FieldUse(isSent: false, isRead: true)
    static let replyHeaders = FieldUse(isSent: false, isRead: true, isText: true)

    var isOnWire: Bool { isSent || isRead }

    func sends(_ field: Field) -> Bool { isSent && field.isSent }
    func reads(_ field: Field) -> Bool { isRead && field.isRead }

    /// The place and the name of a field on the wire.
    func sentAs(_ field: Field) -> String { "\(field.location.rawValue) \(field.comparableWireName)" }
}

extension ClientComparison {
    /// Compares fields that are arguments of an initializer. Matches them by name, and renamed ones by their Swift name or
    /// wire name.
    ///
    /// - Parameters:
    /// - subject: The part that contains the fields.
    /// - key: The key of the fields in it.
    func compare(_ old: [Field], _ new: [Field], _ use: FieldUse, in subject: Subject, _ key: String) {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(by: \.name.swift)
        matching.pairRest(by: \.name.written, formerly: \.formerNames)
        matching.pairRest(by: use.sentAs)
        compare(matching, use, in: subject, key)
    }

    func compare(_ matching: Matching<Field>, _ use: FieldUse, in subject: Subject, _ key: String) {
        for (old, new) in matching.pairs {
            FieldComparison(client: self, use: use, old: old, new: new, subject: subject.child(key, new.name)).compare()
        }
        for field in matching.added { add(field, use, subject.child(key, field.name)) }
        for field in matching.removed {
            let isMissed = use.sends(field) && !field.canBeUnsent && !use.sentOtherwise.contains(field.wireName)
            subject.removed(key, field.name).add(
                isMissed ? [.callers, .server] : [.callers],
                isMissed ? "it was removed and is no longer sent" : "it was removed"
            )
        }
        if let (first, second) = matching.firstOutOfOrder {
            let message = "it now precedes `\(second.name.swift)` in the arguments of `init`"
            subject.child(key, first.name).add([.callers], message)
        }
    }

    private func add(_ field: Field, _ use: FieldUse, _ subject: Subject) {
        var kinds: Set<Difference.Kind> = []
        var parts = ["it was added"]
        if !field.canBeLeftOut {
            kinds.insert(.callers)
            parts.append("`init` requires it")
        }
        if use.reads(field), !field.canBeMissing {
            kinds.insert(.server)
            parts.append("a reply without it is an error")
        }
        if use.reads(field), let type = field.additionalType, type.unwrapped != .scalar(.jsonValue) {
            kinds.insert(.server)
            parts.append("a reply with other values in it is an error")
        }
        subject.add(kinds.isEmpty ? [.additive] : kinds, parts.joined(separator: "; "))
    }
}

/// Compares a field, param or header of a reply with the old one.
private struct FieldComparison {
    let client: ClientComparison
    let use: FieldUse
    let old: Field
    let new: Field
    let subject: Subject

    /// Whether both the old and the new requests contain it.
    private var isSent: Bool { use.sends(old) && use.sends(new) }
    private var isRead: Bool { use.reads(old) && use.reads(new) }

    func compare() {
        subject.compare(old.name, new.name)
        compareValues()
        compareNamesOnTheWire()
        compareForms()
        compareWays()
        compareConstraints()
        subject.addHarmlessChanges(SpecLanguage.field, old, new)
        subject.addOther("was", ifNot: old.formerNames == new.formerNames)
    }

    private func compareNamesOnTheWire() {
        if old.isInline != new.isInline {
            let message =
                new.isInline ? "its members are now next to the other fields" : "it is now a separate member"
            return subject.add(isSent || isRead ? [.server] : [.other], message)
        }
        // An inline field has no wire name.
        if new.isInline { return }
        let isPlace = old.location == .path && new.location == .path
        var isRenamed = old.comparableWireName != new.comparableWireName && !isPlace
        if isRenamed, use.isText, !use.isSent { isRenamed = old.wireName.lowercased() != new.wireName.lowercased() }
        if isRenamed {
            let isOnWire = isSent || isRead && old.path == [old.wireName]
            subject.add(isOnWire ? [.server] : [.other], "its wire name", was: old.wireName, is: new.wireName)
        }
        // Params are not read, and headers of replies have only a name.
        guard use.isRead, !use.isText else { return }
        let isToldOf = isRenamed && old.path == [old.wireName] && new.path == [new.wireName]
        if old.path != new.path, !isToldOf {
            let paths = [old, new].map { $0.path.joined(separator: ".").quotedForMessage }
            subject.add(isRead ? [.server] : [.other], "its path in replies changed from \(paths[0]) to \(paths[1])")
        }
    }

    private func compareForms() {
        let ofSent: Set<Difference.Kind> = isSent ? [.server] : [.other]
        let ofAll: Set<Difference.Kind> = isSent || isRead ? [.server] : [.other]
        // If the type differs, only the type is reported.
        if client.isSame(old.type.unwrapped, new.type.unwrapped), old.format != new.format {
            subject.add(ofAll, "its `format`", was: old.format?.rawValue, is: new.format?.rawValue)
        }
        if old.style != new.style, old.style != nil && new.style != nil || client.isSame(old.type, new.type) {
            subject.add(ofSent, "its `style`", was: old.style?.rawValue, is: new.style?.rawValue)
        }
        compareTransforms(old.transform, new.transform, ofSent, "its `transform`")
        compareTransforms(
            old.readTransform,
            new.readTransform,
            isRead ? [.server] : [.other],
            "its `transform` of replies"
        )
        if old.location != new.location {
            subject.add(ofSent, "its place changed from the \(old.location.rawValue) to the \(new.location.rawValue)")
        }
    }

    private func compareTransforms(
        _ old: [String]?,
        _ new: [String]?,
        _ kinds: Set<Difference.Kind>,
        _ subjectName: String
    ) {
        if old == new { return }
        let names = [old, new].map { $0?.joined(separator: ".") }
        subject.add(kinds, subjectName, was: names[0], is: names[1])
    }

    /// Compares whether it is sent, and whether it is read.
    private func compareWays() {
        switch (use.sends(old), use.sends(new)) {
        case (false, true): subject.add([.additive], "it is now sent")
        case (true, false):
            let isMissed = !old.canBeUnsent && !use.sentOtherwise.contains(old.wireName)
            subject.add(isMissed ? [.callers, .server] : [.callers], "it is no longer sent")
        default: break
        }
        switch (use.reads(old), use.reads(new)) {
        case (true, false): subject.add([.callers], "it is no longer read from replies")
        case (false, true):
            let message = "it is now read from replies"
            if new.canBeMissing {
                subject.add([.additive], message)
            } else {
                subject.add([.server], message + "; one without it is an error")
            }
        default: break
        }
        if use.sends(old) != use.sends(new) || use.reads(old) != use.reads(new) { return }
        subject.addOther("ignored", ifNot: old.isIgnored == new.isIgnored)
        subject.addOther("only", ifNot: old.only == new.only)
    }

    /// Compares the constraints. A tighter one rejects values that callers send, if it is checked.
    private func compareConstraints() {
        if old.constraints == new.constraints { return }
        for kind in Constraints.Kind.allCases where old.constraints[kind] != new.constraints[kind] {
            let (before, after) = (old.constraints[kind], new.constraints[kind])
            guard use.isValidated, use.sends(new), new.transform == nil else {
                subject.add([.other], "its `\(kind.rawValue)`", was: before?.text, is: after?.text)
                continue
            }
            let isTighter = after.map { kind.isTighter($0, than: before) } ?? false
            let kinds: Set<Difference.Kind> = isTighter ? [.callers] : [.additive]
            subject.add(kinds, "its `\(kind.rawValue)`", was: before?.text, is: after?.text)
        }
    }

    // MARK: Values

    /// Compares the possible values of a field: its type, whether they can be missing or null, and its default. All changes
    /// are one difference.
    private func compareValues() {
        let isSame = client.isSame(old.type, new.type) && old.isNullable == new.isNullable
        let hasSameDefault = isSameDefault
        if isSame, hasSameDefault { return }
        var kinds: Set<Difference.Kind> = []
        var parts: [String] = []
        if !isSame {
            let words = [old, new].map { "\("\($0.type)".quotedForMessage)\($0.isNullable ? " (nullable)" : "")" }
            parts.append("its type changed from \(words[0]) to \(words[1])")
            if !client.isSame(old.type.unwrapped, new.type.unwrapped) || old.swiftHolder != new.swiftHolder {
                kinds.insert(.callers)
            }
        }
        if !hasSameDefault {
            let words = [old, new].map { $0.defaultValue?.withDates($0.type).text ?? "none" }
            parts.append("its default changed from \(words[0]) to \(words[1])")
            // Callers that omit it send another value.
            if old.canBeLeftOut { kinds.insert(.callers) }
        }
        if old.canBeLeftOut, !new.canBeLeftOut {
            kinds.insert(.callers)
            parts.append("`init` requires it")
        }
        let problems = problemsOfServer
        if !problems.isEmpty { kinds.insert(.server) }
        subject.add(kinds.isEmpty ? [.additive] : kinds, (parts + problems).joined(separator: "; "))
    }

    /// The values that one side sends and the other does not expect.
    private var problemsOfServer: [String] {
        var problems: [String] = []
        let hasOtherType = !client.isSame(old.type.unwrapped, new.type.unwrapped)
        let isText = use.isText || old.location != .body && new.location != .body
        let (oldForm, newForm) = (client.oldForm(old.type, old.format), client.newForm(new.type, new.format))
        if use.sends(old), use.sends(new) {
            if hasOtherType, old.transform == nil, new.transform == nil, !oldForm.covers(newForm, asText: isText) {
                problems.append("the server does not expect this")
            }
            if new.canBeUnsent, !old.canBeUnsent { problems.append("a request may omit it") }
            if new.canBeSentAsNull, !old.canBeSentAsNull { problems.append("a request may contain `null` for it") }
        }
        if use.reads(old), use.reads(new) {
            if hasOtherType, old.readTransform == nil, new.readTransform == nil,
                !newForm.covers(oldForm, asText: isText)
            {
                problems.append("replies contain other values")
            }
            if old.canBeMissing, !new.canBeMissing { problems.append("a reply without it is an error") }
            if old.canBeReadFromNull, !new.canBeReadFromNull {
                problems.append("a reply with `null` for it is an error")
            }
        }
        return problems
    }

    /// Compares cases of an enumeration by wire value, not by name.
    private var isSameDefault: Bool {
        let oldValue = old.defaultValue?.onWire(old.type) { client.old.shapes[$0]?.cases }
        return oldValue == new.defaultValue?.onWire(new.type) { client.new.shapes[$0]?.cases }
    }
}

extension Field.DefaultValue {
    /// The value with dates as a spec writes them.
    fileprivate func withDates(_ type: TypeReference) -> Field.DefaultValue {
        switch (self, type.unwrapped) {
        case (.list(let values), .array(let element)): return .list(values.map { $0.withDates(element) })
        case (.members(let members), .dictionary(let element)):
            return .members(members.map { Member($0.name, $0.value.withDates(element)) })
        case (.integer, .scalar(.date)), (.number, .scalar(.date)):
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: written.contains("."))
            return Double(written).map { .string(Date(timeIntervalSince1970: $0).formatted(format)) } ?? self
        default: return self
        }
    }

    /// The text in messages.
    var text: String {
        switch self {
        case .string(let text), .enumerationCase(let text): text.quotedForMessage
        case .integer(let number): "`\(number)`"
        case .unsigned(let number): "`\(number)`"
        case .number(let written): "`\(written)`"
        case .bool(let bool): "`\(bool)`"
        case .list, .members, .json: "`\(written)`"
        }
    }
}

extension Field {
    /// The wire name in the form in which it is compared. The names of headers are case-insensitive.
    fileprivate var comparableWireName: String { location == .header ? wireName.lowercased() : wireName }
    /// Whether a request can omit it.
    var canBeUnsent: Bool { type.isOptional }
    /// Whether a request can contain `null` for it.
    fileprivate var canBeSentAsNull: Bool { isNullable || type.unwrapped == .scalar(.jsonValue) }
    /// Whether a reply can contain `null` for it.
    fileprivate var canBeReadFromNull: Bool { canBeMissing || canBeSentAsNull }
    /// Whether an initializer has a default for it. A value that is required but may be null has none.
    fileprivate var canBeLeftOut: Bool { isNullable ? type.isOptional : canBeMissing }

    /// The number of Swift types around its type: an optional, or `Nullable`.
    fileprivate var swiftHolder: Int { (isNullable ? 1 : 0) + (type.isOptional ? 1 : 0) }
}

extension Constraints.Kind {
    /// Whether a value rejects anything that another one accepts.
    fileprivate func isTighter(_ value: Constraints.Value, than other: Constraints.Value?) -> Bool {
        guard let other, let bound = value.double, let otherBound = other.double else { return true }
        return switch self {
        case .minimum, .exclusiveMinimum, .minLength, .minItems, .minProperties: bound > otherBound
        case .maximum, .exclusiveMaximum, .maxLength, .maxItems, .maxProperties: bound < otherBound
        // The multiples of 10 are multiples of 5.
        case .multipleOf: (otherBound / bound).rounded() * bound != otherBound
        case .pattern, .uniqueItems: true
        }
    }
}
