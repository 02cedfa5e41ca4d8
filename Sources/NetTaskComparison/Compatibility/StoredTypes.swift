import NetTaskSpec

/// Determines whether stored values of one type can be read as another type, without a value that is lost or changed.
struct StoredTypes {
    let old: [String: Shape]
    let new: [String: Shape]
    /// Whether older apps read what the new app stores. Values that were stored earlier then do not matter.
    var isForOlderApps = false

    /// A shape, and the shape that its values are read as.
    struct Pair: Hashable {
        var old: String
        var new: String
    }

    // MARK: Types

    func canRead(_ old: TypeReference, as new: TypeReference) -> Bool {
        var pairs: [Pair] = []
        return canRead(old, as: new, &pairs)
    }

    /// - Parameter pairs: Receives the shapes in these types that need a comparison.
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

    /// Whether a value can be stored as null, so that an optional needs another form.
    ///
    /// - Parameter shapes: The shapes of the same side.
    func canBeNull(_ type: TypeReference, _ shapes: [String: Shape]) -> Bool {
        switch type {
        case .scalar(let scalar): scalar == .jsonValue
        case .shape(let name): if case .custom = shapes[name]?.kind { true } else { false }
        case .optional: true
        case .array, .dictionary: false
        }
    }

    /// Whether an enumeration accepts all values of the scalar.
    private func canRead(_ old: TypeReference.Scalar, as new: Shape?) -> Bool {
        guard case .enumeration(let cases) = new?.kind, new?.catchAll != nil, let raw = cases.first?.rawType else {
            return false
        }
        return old == raw || old.canBeRead(as: raw)
    }

    /// Whether the scalar accepts all values of an enumeration.
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

    /// Compares a shape with the stored shape that it replaces.
    ///
    /// - Returns: the nested shapes that need a comparison.
    func compare(_ old: Shape, _ new: Shape, _ subject: Subject) -> [Pair] {
        switch (old.kind, new.kind) {
        case (.object(let oldFields), .object(let newFields)):
            return compare(oldFields, newFields) { field, side in
                side == .new ? subject.child("fields", field.name) : subject.removed("fields", field.name)
            }
        case (.enumeration(let oldCases), .enumeration(let newCases)):
            compare(oldCases, newCases, isClosed: (old.catchAll == nil, new.catchAll == nil), subject)
        case (.alternatives(let oldAlternatives), .alternatives(let newAlternatives)):
            if old.catchAll != nil, new.catchAll == nil {
                subject.strand(
                    "it no longer keeps unknown values, which stored tasks may contain",
                    "remove `closed`, and keep the `discriminator`, until no earlier task is stored"
                )
            }
            return compare(oldAlternatives.cases, newAlternatives.cases, subject)
        case (.custom(let old), .custom(let new)):
            if old == new { break }
            let names = [old, new].map { $0.path.joined(separator: ".") }
            subject.note(
                "it changed from your `\(names[0])` to your `\(names[1])`, which determine their stored form",
                "make sure that the new type reads what the old one stored"
            )
        default:
            subject.strand(
                "its kind of shape changed, so stored values cannot be read",
                "keep the old shape, if needed with another name, until no earlier task is stored"
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
                "the type of its values changed from `\(oldType?.rawValue ?? "")` to `\(newType?.rawValue ?? "")`",
                "keep the old values until no earlier task is stored"
            )
        } else if isClosed.new, !isClosed.old {
            subject.strand(
                "it is now `closed`, but stored tasks may contain unlisted values",
                "remove `closed` until no earlier task is stored"
            )
        } else if isClosed.new {
            let values = new.map(\.value)
            for value in old where !values.contains(value.value) {
                subject.strand(
                    "the case `\(value.name.swift)` was removed or has another value, but stored tasks may contain it",
                    "keep it until no earlier task is stored, or remove `closed`"
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
                    "the alternative `\(name)` was removed, but stored tasks may contain it",
                    "keep it until no earlier task is stored"
                )
                continue
            }
            if !canRead(alternative.type, as: now.type, &pairs) {
                let types = "its type changed from `\(alternative.type)` to `\(now.type)`"
                subject.child("oneOf", now.name).strand(
                    "\(types), which cannot read all stored values",
                    "keep the type, and add the new one as another alternative, until no earlier task is stored"
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
    /// Whether all stored values of this type are values of the other one.
    fileprivate func canBeRead(as other: TypeReference.Scalar) -> Bool {
        if integerBits != nil, other.integerBits != nil { return isWholeNumber(within: other) }
        switch (self, other) {
        case (.float, .double), (.url, .string), (.uuid, .string): return true
        case (.string, .jsonValue), (.bool, .jsonValue): return true
        case (_, .decimal), (_, .jsonValue): return integerBits != nil
        // A number with more digits would be rounded.
        case (_, .double): return integerBits.map { $0.bits <= 32 } ?? false
        case (_, .float): return integerBits.map { $0.bits <= 16 } ?? false
        default: return false
        }
    }
}
