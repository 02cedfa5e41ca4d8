import NetTaskSpec

/// Says whether what was stored of one type can be read as another, with no value lost or changed on the way.
struct StoredTypes {
    let old: [String: Shape]
    let new: [String: Shape]

    /// A shape, and the one that it is read as.
    struct Pair: Hashable {
        var old: String
        var new: String
    }

    /// - Parameter pairs: Takes the shapes in these types that have to be looked at themselves.
    func canRead(_ old: TypeReference, as new: TypeReference, _ pairs: inout [Pair]) -> Bool {
        switch (old, new) {
        case (.optional(let old), .optional(let new)):
            return canBeNull(old, self.old) == canBeNull(new, self.new) && canRead(old, as: new, &pairs)
        case (.optional, _): return false
        case (_, .optional(let new)): return !canBeNull(new, self.new) && canRead(old, as: new, &pairs)
        case (.array(let old), .array(let new)): return canRead(old, as: new, &pairs)
        case (.dictionary(let old), .dictionary(let new)): return canRead(old, as: new, &pairs)
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
        case .scalar(let scalar): return scalar == .jsonValue
        case .shape(let name):
            guard case .custom = shapes[name]?.kind else { return false }
            return true
        case .optional: return true
        case .array, .dictionary: return false
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
        guard let bounds = new.bounds, old?.catchAll == nil else { return false }
        return cases.allSatisfy { value in
            guard case .integer(let number) = value.value else { return false }
            return bounds.holds(number)
        }
    }
}

extension EnumerationCase {
    var rawType: TypeReference.Scalar {
        switch value {
        case .string: .string
        case .integer: .int
        }
    }
}

extension TypeReference.Scalar {
    /// Whether all values of this type, as they are stored, are values of the other one.
    fileprivate func canBeRead(as other: TypeReference.Scalar) -> Bool {
        if let bounds, let wider = other.bounds { return bounds.isWithin(wider) }
        switch (self, other) {
        case (.float, .double), (.url, .string), (.uuid, .string): return true
        case (.string, .jsonValue), (.bool, .jsonValue): return true
        case (_, .decimal), (_, .jsonValue): return bounds != nil
        // What has more digits than the other one would be rounded.
        case (_, .double): return bounds.map { $0.bits <= 32 } ?? false
        case (_, .float): return bounds.map { $0.bits <= 16 } ?? false
        default: return false
        }
    }

    /// Of integers; nil for all else.
    fileprivate var bounds: IntegerBounds? {
        switch self {
        case .int8: IntegerBounds(bits: 8, isSigned: true)
        case .int16: IntegerBounds(bits: 16, isSigned: true)
        case .int32: IntegerBounds(bits: 32, isSigned: true)
        // On all that this runs on.
        case .int, .int64: IntegerBounds(bits: 64, isSigned: true)
        case .uint8: IntegerBounds(bits: 8, isSigned: false)
        case .uint16: IntegerBounds(bits: 16, isSigned: false)
        case .uint32: IntegerBounds(bits: 32, isSigned: false)
        case .uint, .uint64: IntegerBounds(bits: 64, isSigned: false)
        default: nil
        }
    }
}

/// Which numbers an integer type has.
private struct IntegerBounds {
    var bits: Int
    var isSigned: Bool

    func isWithin(_ other: IntegerBounds) -> Bool {
        if isSigned == other.isSigned { return bits <= other.bits }
        return !isSigned && bits < other.bits
    }

    func holds(_ number: Int) -> Bool {
        if number < 0 { return isSigned && (bits == 64 || number >= -(1 << (bits - 1))) }
        let digits = isSigned ? bits - 1 : bits
        return digits >= 63 || number < 1 << digits
    }
}
