import NetTaskSpec

/// Says whether what was stored of one type can be read as another, with no value lost or changed on the way.
struct StoredTypes {
    let old: [String: Shape]
    let new: [String: Shape]
    /// Whether it is apps of before that read what is stored now, and not the other way round. What was stored earlier
    /// still is then no matter.
    var isForOlderApps = false

    /// A shape, and the one that it is read as.
    struct Pair: Hashable {
        var old: String
        var new: String
    }

    // MARK: Types

    func canRead(_ old: TypeReference, as new: TypeReference) -> Bool {
        var pairs: [Pair] = []
        return canRead(old, as: new, &pairs)
    }

    /// - Parameter pairs: Takes the shapes in these types that have to be looked at themselves.
    func canRead(_ old: TypeReference, as new: TypeReference, _ pairs: inout [Pair]) -> Bool {
        switch (old, new) {
        case (.optional(let old), .optional(let new)):
            return canBeNull(old, self.old) == canBeNull(new, self.new) && canRead(old, as: new, &pairs)
        case (.optional, _): return false
        case (_, .optional(let new)): return !canBeNull(new, self.new) && canRead(old, as: new, &pairs)
        case (.array(let old), .array(let new)), (.dictionary(let old), .dictionary(let new)):
            return canRead(old, as: new, &pairs)
        case (.array(let old), .scalar(.jsonValue)), (.dictionary(let old), .scalar(.jsonValue)):
            return canRead(old, as: new, &pairs)
        case (.scalar(let old), .scalar(let new)): return old == new || old.canBeRead(as: new)
        case (.shape(let old), .shape(let new)):
            pairs.append(Pair(old: old, new: new))
            return true
        case (.scalar(let old), .shape(let new)): return canRead(old, as: self.new[new])
        case (.shape(let old), .scalar(let new)): return canRead(self.old[old], as: new)
        default: return false
        }
    }

    /// Whether a value can be stored as null, so that it is in another form where it can be nil besides.
    ///
    /// - Parameter shapes: Those of its side.
    func canBeNull(_ type: TypeReference, _ shapes: [String: Shape]) -> Bool {
        switch type {
        case .scalar(let scalar): scalar == .jsonValue
        case .shape(let name): if case .custom = shapes[name]?.kind { true } else { false }
        case .optional: true
        case .array, .dictionary: false
        }
    }

    /// Whether an enumeration takes any value of the scalar.
    private func canRead(_ old: TypeReference.Scalar, as new: Shape?) -> Bool {
        guard case .enumeration(let cases) = new?.kind, new?.catchAll != nil, let raw = cases.first?.rawType else {
            return false
        }
        return old == raw || old.canBeRead(as: raw)
    }

    /// Whether the scalar takes all values of an enumeration.
    private func canRead(_ old: Shape?, as new: TypeReference.Scalar) -> Bool {
        guard case .enumeration(let cases) = old?.kind, let raw = cases.first?.rawType else { return false }
        if new == raw || raw.canBeRead(as: new) { return true }
        guard let (bits, isSigned) = new.integerBits, old?.catchAll == nil else { return false }
        return cases.allSatisfy { value in
            guard case .integer(let number) = value.value else { return false }
            if number < 0 { return isSigned && (bits == 64 || number >= -(1 << (bits - 1))) }
            let digits = isSigned ? bits - 1 : bits
            return digits >= 63 || number < 1 << digits
        }
    }

    // MARK: Shapes

    /// Compares a shape with what was stored of the one that it is read for.
    ///
    /// - Returns: the shapes in it that have to be looked at themselves.
    func compare(_ old: Shape, _ new: Shape, _ subject: Subject) -> [Pair] {
        switch (old.kind, new.kind) {
        case (.object(let oldFields), .object(let newFields)):
            return compare(oldFields, newFields) { field, side in
                side == .new ? subject.child("fields", field.name) : subject.gone("fields", field.name)
            }
        case (.enumeration(let oldCases), .enumeration(let newCases)):
            compare(oldCases, newCases, isClosed: (old.catchAll == nil, new.catchAll == nil), subject)
        case (.alternatives(let oldAlternatives), .alternatives(let newAlternatives)):
            if old.catchAll != nil, new.catchAll == nil {
                subject.strand(
                    "it does not keep what it does not know any more, and stored tasks can have such values",
                    "leave `closed` out, and keep the `discriminator`, until no task of before is stored"
                )
            }
            return compare(oldAlternatives.cases, newAlternatives.cases, subject)
        case (.custom(let old), .custom(let new)):
            if old == new { break }
            let names = [old, new].map { $0.path.joined(separator: ".") }
            subject.note(
                "it was your `\(names[0])` and is your `\(names[1])`, and only these know what they store",
                "see that the one reads what the other stored"
            )
        default:
            subject.strand(
                "it is another kind of shape, as which what is stored cannot be read",
                "keep it as it was, under another name if need be, until no task of before is stored"
            )
        }
        return []
    }

    private func compare(
        _ old: [EnumerationCase],
        _ new: [EnumerationCase],
        isClosed: (old: Bool, new: Bool),
        _ subject: Subject
    ) {
        let (oldType, newType) = (old.first?.rawType, new.first?.rawType)
        if oldType != newType {
            subject.strand(
                "its values were of the type `\(oldType?.rawValue ?? "")` and are of `\(newType?.rawValue ?? "")`",
                "keep the values as they were until no task of before is stored"
            )
        } else if isClosed.new, !isClosed.old {
            subject.strand(
                "it is `closed` now, and stored tasks can have values that it does not list",
                "leave `closed` out until no task of before is stored"
            )
        } else if isClosed.new {
            let values = new.map(\.value)
            for value in old where !values.contains(value.value) {
                subject.strand(
                    "the case `\(value.name.swift)` is gone, or has another value, and stored tasks can have it",
                    "keep it until no task of before is stored, or leave `closed` out"
                )
            }
        }
    }

    private func compare(_ old: [Alternative], _ new: [Alternative], _ subject: Subject) -> [Pair] {
        var pairs: [Pair] = []
        for alternative in old {
            let name = alternative.name.swift
            guard let now = new.first(where: { $0.name.swift == name }) else {
                subject.strand(
                    "the alternative `\(name)` is gone, and stored tasks can have it",
                    "keep it until no task of before is stored"
                )
                continue
            }
            if !canRead(alternative.type, as: now.type, &pairs) {
                let types = "its type was `\(alternative.type)` and is `\(now.type)`"
                subject.child("oneOf", now.name).strand(
                    "\(types), as which not all that is stored can be read",
                    "keep the type, and add what is new as another alternative, until no task of before is stored"
                )
            }
        }
        return pairs
    }
}

extension EnumerationCase {
    fileprivate var rawType: TypeReference.Scalar { value.isInteger ? .int : .string }
}

extension TypeReference.Scalar {
    /// Whether all values of this type, as they are stored, are values of the other one.
    fileprivate func canBeRead(as other: TypeReference.Scalar) -> Bool {
        if integerBits != nil, other.integerBits != nil { return isWholeNumber(within: other) }
        switch (self, other) {
        case (.float, .double), (.url, .string), (.uuid, .string): return true
        case (.string, .jsonValue), (.bool, .jsonValue): return true
        case (_, .decimal), (_, .jsonValue): return integerBits != nil
        // What has more digits than the other one would be rounded.
        case (_, .double): return integerBits.map { $0.bits <= 32 } ?? false
        case (_, .float): return integerBits.map { $0.bits <= 16 } ?? false
        default: return false
        }
    }
}
