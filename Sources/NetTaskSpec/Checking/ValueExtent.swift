/// The form that values of a type need in a query, form, header or path.
package enum ValueExtent: Comparable, Sendable {
    /// One text: a scalar, an enumeration or a Swift type of the user.
    case single
    /// Several texts with one name: a list of single values.
    case list
    /// Texts with nested names: a dictionary, a shape, any JSON, or a list of these.
    case nested
    /// Cannot be sent: a file, or `nil` in a list.
    case impossible
}

/// Finds the extents of types.
package struct ValueExtents {
    /// The alternatives of a shape with `oneOf`; `nil` for other shapes.
    private let alternatives: (String) -> [TypeReference]?
    /// Whether a shape has fields.
    private let isObject: (String) -> Bool

    package init(alternatives: @escaping (String) -> [TypeReference]?, isObject: @escaping (String) -> Bool) {
        self.alternatives = alternatives
        self.isObject = isObject
    }

    /// All extents that values of the type can have. Alternatives can have several.
    package func all(of type: TypeReference) -> Set<ValueExtent> {
        var found: Set<ValueExtent> = []
        var seen: [Bool: Set<String>] = [:]
        var pending = [(type: type, isElement: false)]
        while let (type, isElement) = pending.popLast() {
            switch type {
            case .scalar(.file), .optional: found.insert(.impossible)
            case .scalar(.jsonValue), .dictionary: found.insert(.nested)
            case .scalar: found.insert(isElement ? .list : .single)
            case .array(let element):
                if isElement { found.insert(.nested) } else { pending.append((element, true)) }
            case .shape(let name):
                if let types = alternatives(name) {
                    guard seen[isElement, default: []].insert(name).inserted else { continue }
                    pending += types.map { ($0, isElement) }
                } else {
                    found.insert(isObject(name) ? .nested : isElement ? .list : .single)
                }
            }
        }
        return found
    }

    /// The greatest extent that a value of the type can have.
    package func greatest(of type: TypeReference) -> ValueExtent { all(of: type).max() ?? .single }

    /// Whether some values of the type are single and others are not. A list in brackets cannot contain both.
    package func areMixed(of type: TypeReference) -> Bool {
        let extents = all(of: type)
        return extents.count > 1 && extents.contains(.single)
    }
}

extension ShapeTable {
    var extents: ValueExtents {
        ValueExtents(
            alternatives: { kind(of: $0) == .alternatives ? alternatives[$0]?.cases.map(\.type) ?? [] : nil },
            isObject: { kind(of: $0) == .object }
        )
    }

    /// The greatest extent that a value of the type can have.
    func extent(of type: TypeReference) -> ValueExtent { extents.greatest(of: type) }
}
