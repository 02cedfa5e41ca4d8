import NetTaskSpec

extension ClientComparison {
    /// Compares a shape with the old one, except for its name.
    func compare(_ old: Shape, _ new: Shape, _ subject: Subject) {
        subject.addHarmlessChanges(SpecLanguage.shape, old, new)
        compareExamples(old.example, new.example, subject)
        let (oldUsage, newUsage, oldName, newName) = (
            self.old.usage, self.new.usage, old.name.written, new.name.written
        )
        let use = FieldUse(
            isSent: oldUsage.isSent(oldName) && newUsage.isSent(newName),
            isRead: oldUsage.read.contains(oldName) && newUsage.read.contains(newName),
            isValidated: self.new.validation.contains(newName),
            catchAll: new.catchAll
        )
        switch (old.kind, new.kind) {
        case (.object(let old), .object(let new)): compare(old, new, use, in: subject, "fields")
        case (.enumeration(let oldCases), .enumeration(let newCases)):
            compareCatchAll(old.catchAll, use, subject)
            compare(oldCases, newCases, use, subject)
        case (.alternatives(let oldAlternatives), .alternatives(let newAlternatives)):
            compareCatchAll(old.catchAll, use, subject)
            compare(oldAlternatives, newAlternatives, use, subject)
        case (.custom(let old), .custom(let new)):
            if old != new { subject.add([.callers], "its Swift type changed from \(old.text) to \(new.text)") }
            return
        default:
            return subject.add([.callers, .server], "it changed from \(old.kind.noun) to \(new.kind.noun)")
        }
        subject.compareMutability(old.isMutable, new.isMutable)
        subject.compareAttributes(old.attributes, new.attributes)
        compareConformances(old.allConformances, new.allConformances, subject)
        // A shape can be read if replies contain it, and packed if requests contain it.
        if oldUsage.read.contains(oldName), !newUsage.read.contains(newName) {
            subject.add([.callers], "no reply contains it, so it can no longer be read")
        }
        if oldUsage.sent.contains(oldName), !newUsage.sent.contains(newName) {
            subject.add([.callers], "no request contains it, so it can no longer be packed")
        }
    }

    private func compareConformances(_ old: Set<Conformance>, _ new: Set<Conformance>, _ subject: Subject) {
        for conformance in old.subtracting(new).map(\.text).sorted() {
            subject.add([.callers], "it no longer conforms to \(conformance.quotedForMessage)")
        }
        for conformance in new.subtracting(old).map(\.text).sorted() {
            subject.add([.additive], "it now conforms to \(conformance.quotedForMessage)")
        }
    }

    /// Compares `closed:`, and the name of the case for other values.
    private func compareCatchAll(_ old: String?, _ use: FieldUse, _ subject: Subject) {
        switch (old, use.catchAll) {
        case (nil, nil): break
        case (let old?, nil):
            let message = "it is now closed, which removes the case `\(old)`"
            if use.isRead {
                subject.add([.callers, .server], message + ", and other values are errors")
            } else {
                subject.add([.callers], message)
            }
        case (nil, let new?):
            subject.add([.callers], "it is no longer closed, which adds the case `\(new)` for other values")
        case (let old?, let new?):
            if old != new { subject.add([.callers], "its case for other values changed from `\(old)` to `\(new)`") }
        }
    }

    // MARK: Enumerations

    private func compare(_ old: [EnumerationCase], _ new: [EnumerationCase], _ use: FieldUse, _ subject: Subject) {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(by: \.value.text)
        for (old, new) in matching.pairs {
            let subject = subject.child("enum", new.name)
            subject.compare(old.name, new.name)
            if old.value != new.value {
                let hasOtherRawType = old.value.isInteger != new.value.isInteger
                var kinds: Set<Difference.Kind> = use.isOnWire ? [.server] : []
                if hasOtherRawType { kinds.insert(.callers) }
                let words = [old, new].map { $0.value.text.quotedForMessage }
                let message = "its value changed from \(words[0]) to \(words[1])"
                subject.add(
                    kinds.isEmpty ? [.other] : kinds,
                    message + (hasOtherRawType ? ", which is of another kind" : "")
                )
            }
            subject.addHarmlessChanges(SpecLanguage.enumerationCase, old, new)
        }
        for added in matching.added { subject.child("enum", added.name).addNewCase(besides: use.catchAll) }
        for removed in matching.removed { subject.removed("enum", removed.name).addRemovedCase(use) }
    }

    // MARK: Alternatives

    private func compare(_ old: Alternatives, _ new: Alternatives, _ use: FieldUse, _ subject: Subject) {
        if old.discriminator != new.discriminator {
            // A discriminator changes how an object is read and packed.
            let isOtherKind = (old.discriminator == nil) != (new.discriminator == nil)
            let kinds: Set<Difference.Kind> = isOtherKind ? [.callers, .server] : use.isOnWire ? [.server] : [.other]
            subject.add(kinds, "its `discriminator`", was: old.discriminator, is: new.discriminator)
        }
        if old.choice != new.choice {
            subject.add(
                use.isRead ? [.callers] : [.other],
                "it now chooses the \(new.choice.rawValue) alternative, so the same reply may be another case"
            )
        }
        var matching = Matching(old.cases, new.cases, by: \.name.written)
        matching.pairRest(by: { $0.values.first?.text })
        matching.pairRest(by: { _ in "" }) { isSame($0.type, $1.type) }
        for (old, new) in matching.pairs { compare(old, new, use, subject.child("oneOf", new.name)) }
        for added in matching.added { subject.child("oneOf", added.name).addNewCase(besides: use.catchAll) }
        for removed in matching.removed { subject.removed("oneOf", removed.name).addRemovedCase(use) }
        if new.discriminator == nil, let (first, second) = matching.firstOutOfOrder {
            subject.child("oneOf", first.name).add(
                [.callers],
                "it is now tried before `\(second.name.swift)`, so the same reply may be another case"
            )
        }
    }

    private func compare(_ old: Alternative, _ new: Alternative, _ use: FieldUse, _ subject: Subject) {
        subject.compare(old.name, new.name)
        subject.addHarmlessChanges(SpecLanguage.alternative, old, new)
        if !isSame(old.type, new.type) {
            let (oldForm, newForm) = (oldForm(old.type), newForm(new.type))
            let isKnown = (!use.isSent || oldForm.covers(newForm)) && (!use.isRead || newForm.covers(oldForm))
            let kinds: Set<Difference.Kind> = isKnown ? [.callers] : [.callers, .server]
            subject.add(kinds, "its type", was: "\(old.type)", is: "\(new.type)")
        }
        if old.values != new.values, !old.values.isEmpty, !new.values.isEmpty {
            // An alternative that reads more values and sends the same one breaks nothing.
            let isMore = old.values.first == new.values.first && Set(old.values).isSubset(of: new.values)
            subject.add(
                isMore ? [.additive] : use.isOnWire ? [.server] : [.other],
                "its discriminator values changed from \(old.writtenValues) to \(new.writtenValues)"
            )
        }
    }
}

extension Alternative {
    /// The values of the discriminator for messages. Numbers have no quotes.
    fileprivate var writtenValues: String {
        values.map { $0.isInteger ? $0.text : $0.text.quotedForMessage }.joined(separator: ", ")
    }
}

extension Shape {
    /// All protocols, including implied ones and those that enumerations always have.
    fileprivate var allConformances: Set<Conformance> {
        var all = Set(conformances)
        for case .known(let known) in conformances { all.formUnion(known.implied.map { .known($0) }) }
        if case .enumeration = kind { all.formUnion([.known(.hashable), .known(.equatable)]) }
        return all
    }
}

extension Shape.Kind {
    fileprivate var noun: String {
        switch self {
        case .object: "an object with fields"
        case .enumeration: "an enumeration"
        case .alternatives: "one of several types"
        case .custom: "a Swift type of yours"
        }
    }
}

extension CustomType {
    /// The text in messages.
    fileprivate var text: String {
        "`\(path.joined(separator: "."))`" + (module.map { " of \($0)" } ?? "")
    }
}

extension Conformance {
    fileprivate var text: String {
        switch self {
        case .known(let known): known.rawValue
        case .own(let path): path.joined(separator: ".")
        }
    }
}
