import NetTaskSpec

/// Compares a shape with what was stored of the one that it is read for.
struct StoredShapeComparison {
    typealias Subject = DifferenceCollector.Subject

    let types: StoredTypes
    let found: StrandedTasksCollector

    /// - Returns: the shapes in it that have to be looked at themselves.
    func compare(_ old: Shape, _ new: Shape, _ subject: Subject) -> [StoredTypes.Pair] {
        switch (old.kind, new.kind) {
        case (.object(let oldFields), .object(let newFields)):
            return StoredFieldComparison(types: types, found: found).compare(oldFields, newFields) { field, side in
                side == .new
                    ? subject.child("fields", field.name)
                    : Subject(path: subject.path, side: .old, range: old.name.place).gone("fields", field.name)
            }
        case (.enumeration(let oldCases), .enumeration(let newCases)):
            compare(old, oldCases, new, newCases, subject)
            return []
        case (.alternatives(let oldAlternatives), .alternatives(let newAlternatives)):
            return compare(old, oldAlternatives.cases, new, newAlternatives.cases, subject)
        case (.custom(let oldType), .custom(let newType)):
            if oldType != newType {
                let names = [oldType, newType].map { $0.path.joined(separator: ".") }
                found.add(
                    .note,
                    subject,
                    "it was your `\(names[0])` and is your `\(names[1])`, and only these know what they store",
                    "see that the one reads what the other stored"
                )
            }
            return []
        default:
            found.add(
                .stranded,
                subject,
                "it is another kind of shape, as which what is stored cannot be read",
                "keep it as it was, under another name if need be, until no task of before is stored"
            )
            return []
        }
    }

    private func compare(
        _ old: Shape,
        _ oldCases: [EnumerationCase],
        _ new: Shape,
        _ newCases: [EnumerationCase],
        _ subject: Subject
    ) {
        guard oldCases.first?.rawType == newCases.first?.rawType else {
            found.add(
                .stranded,
                subject,
                "its values were of the type `\(oldCases.first?.rawType.rawValue ?? "")` and are of "
                    + "`\(newCases.first?.rawType.rawValue ?? "")`",
                "keep the values as they were until no task of before is stored"
            )
            return
        }
        if new.catchAll != nil { return }
        if old.catchAll != nil {
            found.add(
                .stranded,
                subject,
                "it is `closed` now, and stored tasks can have values that it does not list",
                "leave `closed` out until no task of before is stored"
            )
            return
        }
        let values = newCases.map(\.value)
        for value in oldCases where !values.contains(value.value) {
            found.add(
                .stranded,
                subject,
                "the case `\(value.name.swift)` is gone, or has another value, and stored tasks can have it",
                "keep it until no task of before is stored, or leave `closed` out"
            )
        }
    }

    private func compare(
        _ old: Shape,
        _ oldCases: [Alternative],
        _ new: Shape,
        _ newCases: [Alternative],
        _ subject: Subject
    ) -> [StoredTypes.Pair] {
        var pairs: [StoredTypes.Pair] = []
        if old.catchAll != nil, new.catchAll == nil {
            found.add(
                .stranded,
                subject,
                "it does not keep what it does not know any more, and stored tasks can have such values",
                "leave `closed` out, and keep the `discriminator`, until no task of before is stored"
            )
        }
        for alternative in oldCases {
            let name = alternative.name.swift
            guard let now = newCases.first(where: { $0.name.swift == name }) else {
                found.add(
                    .stranded,
                    subject,
                    "the alternative `\(name)` is gone, and stored tasks can have it",
                    "keep it until no task of before is stored"
                )
                continue
            }
            guard types.canRead(alternative.type, as: now.type, &pairs) else {
                found.add(
                    .stranded,
                    subject.child("oneOf", now.name),
                    "its type was `\(alternative.type)` and is `\(now.type)`, as which not all that is stored can be read",
                    "keep the type, and add what is new as another alternative, until no task of before is stored"
                )
                continue
            }
        }
        return pairs
    }
}
