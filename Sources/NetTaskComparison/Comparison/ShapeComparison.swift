import NetTaskSpec

/// Compares a shape with what it was.
struct ShapeComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector

    /// All but its name.
    func compare(_ old: Shape, _ new: Shape, _ subject: Subject) {
        found.addOther(subject, ifNot: old.description == new.description, "description")
        found.addOther(subject, ifNot: old.deprecation == new.deprecation, "deprecated")
        client.compareExamples(old.example, new.example, subject, found)
        let (oldUse, newUse) = (client.old.use(of: old), client.new.use(of: new))
        let use = FieldUse(isSent: oldUse.isSent && newUse.isSent, isRead: oldUse.isRead && newUse.isRead)
        switch (old.kind, new.kind) {
        case (.object(let oldFields), .object(let newFields)):
            let lists = FieldListComparison(client: client, found: found, use: use)
            lists.compare(oldFields, newFields, in: subject, "fields")
        case (.enumeration(let oldCases), .enumeration(let newCases)):
            compareCatchAll(old, new, use, subject)
            let enumerations = EnumerationComparison(found: found, use: use, catchAll: new.catchAll)
            enumerations.compare(oldCases, newCases, subject)
        case (.alternatives(let oldAlternatives), .alternatives(let newAlternatives)):
            compareCatchAll(old, new, use, subject)
            AlternativesComparison(client: client, found: found, use: use, catchAll: new.catchAll)
                .compare(oldAlternatives, newAlternatives, subject)
        case (.custom(let oldType), .custom(let newType)):
            compare(oldType, newType, subject)
            return
        default:
            found.add([.callers, .server], subject, "it was \(old.kind.noun) and is \(new.kind.noun)")
            return
        }
        found.addMutability(subject, old.isMutable, new.isMutable)
        compareConformances(old, new, subject)
        compareUse(old, new, subject)
    }

    private func compareConformances(_ old: Shape, _ new: Shape, _ subject: Subject) {
        let oldOnes = old.allConformances
        let newOnes = new.allConformances
        for conformance in oldOnes.subtracting(newOnes).map(\.text).sorted() {
            found.add([.callers], subject, "it does not conform to \(conformance.quotedForMessage) any more")
        }
        for conformance in newOnes.subtracting(oldOnes).map(\.text).sorted() {
            found.add([.additive], subject, "it conforms to \(conformance.quotedForMessage) now")
        }
    }

    /// `closed:`, and what the case for other values is called.
    private func compareCatchAll(_ old: Shape, _ new: Shape, _ use: FieldUse, _ subject: Subject) {
        switch (old.catchAll, new.catchAll) {
        case (nil, nil):
            break
        case (let catchAll?, nil):
            found.add(
                use.isRead ? [.callers, .server] : [.callers],
                subject,
                "it is closed now: the case `\(catchAll)` is gone" + (use.isRead ? ", and other values are errors" : "")
            )
        case (nil, let catchAll?):
            found.add([.callers], subject, "it is not closed any more: it has a case `\(catchAll)` for other values")
        case (let oldName?, let newName?):
            if oldName != newName {
                found.add([.callers], subject, "its case for other values was `\(oldName)` and is `\(newName)`")
            }
        }
    }

    private func compare(_ old: CustomType, _ new: CustomType, _ subject: Subject) {
        guard old != new else { return }
        let names = [old, new].map { type in
            (([type.module].compactMap { $0 } + ["`\(type.path.joined(separator: "."))`"]).reversed())
                .joined(separator: " of ")
        }
        found.add([.callers], subject, "its Swift type was \(names[0]) and is \(names[1])")
    }

    /// A shape can read itself where replies hold it, and pack itself where requests do.
    private func compareUse(_ old: Shape, _ new: Shape, _ subject: Subject) {
        if client.old.usage.read.contains(old.name.written), !client.new.usage.read.contains(new.name.written) {
            found.add([.callers], subject, "no reply holds it, so that it cannot be read any more")
        }
        if client.old.usage.sent.contains(old.name.written), !client.new.usage.sent.contains(new.name.written) {
            found.add([.callers], subject, "no request holds it, so that it cannot be packed any more")
        }
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

extension Conformance {
    fileprivate var text: String {
        switch self {
        case .known(let known): known.rawValue
        case .own(let path): path.joined(separator: ".")
        }
    }
}
