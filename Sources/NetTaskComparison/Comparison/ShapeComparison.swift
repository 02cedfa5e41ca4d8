import NetTaskSpec

extension ClientComparison {
    /// Compares a shape with what it was: all but its name.
    func compare(_ old: Shape, _ new: Shape, _ subject: Subject) {
        subject.addHarmlessChanges(SpecLanguage.shape, old, new)
        compareExamples(old.example, new.example, subject)
        let (oldUsage, newUsage, oldName, newName) = (
            self.old.usage, self.new.usage, old.name.written, new.name.written
        )
        let use = FieldUse(
            isSent: oldUsage.isSent(oldName) && newUsage.isSent(newName),
            isRead: oldUsage.read.contains(oldName) && newUsage.read.contains(newName),
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
            if old != new { subject.add([.callers], "its Swift type was \(old.text) and is \(new.text)") }
            return
        default:
            return subject.add([.callers, .server], "it was \(old.kind.noun) and is \(new.kind.noun)")
        }
        subject.compareMutability(old.isMutable, new.isMutable)
        subject.compareAttributes(old.attributes, new.attributes)
        compareConformances(old.allConformances, new.allConformances, subject)
        // A shape can read itself where replies hold it, and pack itself where requests do.
        if oldUsage.read.contains(oldName), !newUsage.read.contains(newName) {
            subject.add([.callers], "no reply holds it, so that it cannot be read any more")
        }
        if oldUsage.sent.contains(oldName), !newUsage.sent.contains(newName) {
            subject.add([.callers], "no request holds it, so that it cannot be packed any more")
        }
    }

    private func compareConformances(_ old: Set<Conformance>, _ new: Set<Conformance>, _ subject: Subject) {
        for conformance in old.subtracting(new).map(\.text).sorted() {
            subject.add([.callers], "it does not conform to \(conformance.quotedForMessage) any more")
        }
        for conformance in new.subtracting(old).map(\.text).sorted() {
            subject.add([.additive], "it conforms to \(conformance.quotedForMessage) now")
        }
    }

    /// `closed:`, and what the case for other values is called.
    private func compareCatchAll(_ old: String?, _ use: FieldUse, _ subject: Subject) {
        switch (old, use.catchAll) {
        case (nil, nil): break
        case (let old?, nil):
            let message = "it is closed now: the case `\(old)` is gone"
            if use.isRead {
                subject.add([.callers, .server], message + ", and other values are errors")
            } else {
                subject.add([.callers], message)
            }
        case (nil, let new?):
            subject.add([.callers], "it is not closed any more: it has a case `\(new)` for other values")
        case (let old?, let new?):
            if old != new { subject.add([.callers], "its case for other values was `\(old)` and is `\(new)`") }
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
                let message = "its value was \(words[0]) and is \(words[1])"
                subject.add(
                    kinds.isEmpty ? [.other] : kinds,
                    message + (hasOtherRawType ? ", which is of another kind" : "")
                )
            }
            subject.addHarmlessChanges(SpecLanguage.enumerationCase, old, new)
        }
        for added in matching.added { subject.child("enum", added.name).addNewCase(besides: use.catchAll) }
        for gone in matching.gone { subject.gone("enum", gone.name).addGoneCase(use) }
    }

    // MARK: Alternatives

    private func compare(_ old: Alternatives, _ new: Alternatives, _ use: FieldUse, _ subject: Subject) {
        if old.discriminator != new.discriminator {
            // What is an object reads and packs itself in another way.
            let isOtherKind = (old.discriminator == nil) != (new.discriminator == nil)
            let kinds: Set<Difference.Kind> = isOtherKind ? [.callers, .server] : use.isOnWire ? [.server] : [.other]
            subject.add(kinds, "its `discriminator`", was: old.discriminator, is: new.discriminator)
        }
        if old.choice != new.choice {
            subject.add(
                use.isRead ? [.callers] : [.other],
                "it chooses the \(new.choice.rawValue) alternative now, so that the same reply may be another case"
            )
        }
        var matching = Matching(old.cases, new.cases, by: \.name.written)
        matching.pairRest(by: { $0.values.first?.text })
        matching.pairRest(by: { _ in "" }) { isSame($0.type, $1.type) }
        for (old, new) in matching.pairs { compare(old, new, use, subject.child("oneOf", new.name)) }
        for added in matching.added { subject.child("oneOf", added.name).addNewCase(besides: use.catchAll) }
        for gone in matching.gone { subject.gone("oneOf", gone.name).addGoneCase(use) }
        if new.discriminator == nil, let (first, second) = matching.firstOutOfOrder {
            subject.child("oneOf", first.name).add(
                [.callers],
                "it is tried before `\(second.name.swift)` now, so that the same reply may be another case"
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
            // One that reads more values than before, and sends the same, is no harm.
            let isMore = old.values.first == new.values.first && Set(old.values).isSubset(of: new.values)
            subject.add(
                isMore ? [.additive] : use.isOnWire ? [.server] : [.other],
                "what the discriminator says for it was \(old.writtenValues) and is \(new.writtenValues)"
            )
        }
    }
}

extension Alternative {
    /// The values of the discriminator, for messages; those of numbers without quotes.
    fileprivate var writtenValues: String {
        values.map { $0.isInteger ? $0.text : $0.text.quotedForMessage }.joined(separator: ", ")
    }
}

extension Shape {
    /// With those that come with others, and those that an enumeration has by itself.
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
    /// As a message has it.
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
