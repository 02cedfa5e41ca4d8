/// What the protocols of shapes ask of what the shapes hold.
struct ConformancesCheck {
    private let shapes: [LocatedShape]
    private let shapeList: [String: LocatedShape]

    init(_ shapes: [LocatedShape], _ shapeList: [String: LocatedShape]) {
        self.shapes = shapes
        self.shapeList = shapeList
    }

    func check(_ diagnostics: DiagnosticCollector) {
        for shape in shapes {
            for located in shape.conformances {
                guard case .known(let known) = located.conformance else { continue }
                switch known {
                case .equatable, .hashable, .encodable, .decodable, .codable:
                    checkHeld(shape, known, located.range, diagnostics)
                case .identifiable:
                    checkIdentifier(shape, located.range, diagnostics)
                case .caseIterable:
                    guard !shape.isClosedEnumeration else { continue }
                    diagnostics.error(
                        "only an enumeration with `closed: true` can be `CaseIterable`, which lists all its values",
                        at: located.range,
                        notes: [.init("the shape is here", at: shape.keyRange)]
                    )
                }
            }
        }
    }

    private func checkHeld(
        _ shape: LocatedShape,
        _ known: Conformance.Known,
        _ range: SourceRange,
        _ diagnostics: DiagnosticCollector
    ) {
        let held =
            shape.fields.map { ($0.field.type, $0.typeRange) }
            + shape.alternatives.map { ($0.alternative.type, $0.typeRange) }
        for (type, place) in held {
            guard let name = type.shape, let inner = shapeList[name], !inner.isKnown(to: known) else { continue }
            diagnostics.error(
                "`\(shape.shape.name.written)` cannot be `\(known.rawValue)`, as it holds `\(name)`, which is not",
                at: range,
                notes: [
                    .init("it is held here", at: place),
                    .init(
                        "add `conformances: [\(known.rawValue)]` to `\(name)`, or write it into `defaults`",
                        at: inner.keyRange
                    ),
                ]
            )
            return
        }
    }

    private func checkIdentifier(_ shape: LocatedShape, _ range: SourceRange, _ diagnostics: DiagnosticCollector) {
        let problem: String
        if let field = shape.fields.first(where: { $0.field.name.swift == "id" }) {
            if let name = field.field.type.shape, let inner = shapeList[name], !inner.isKnown(to: .hashable) {
                problem = "its field `id` is a `\(name)`, which is not `Hashable`"
            } else if field.field.type.isOptional || field.field.isNullable {
                problem = "its field `id` may have no value"
            } else {
                return
            }
        } else {
            problem = "it has no field `id`"
        }
        diagnostics.error(
            "`\(shape.shape.name.written)` cannot be `Identifiable`: \(problem)",
            at: range,
            notes: [.init("the shape is here", at: shape.keyRange)]
        )
    }
}

extension LocatedShape {
    fileprivate var isClosedEnumeration: Bool {
        if case .enumeration = shape.kind { shape.catchAll == nil } else { false }
    }

    /// Whether the type conforms to that protocol. Enumerations are `Hashable` by themselves.
    fileprivate func isKnown(to known: Conformance.Known) -> Bool {
        // Only the compiler knows the user's own types.
        if case .custom = shape.kind { return true }
        if case .enumeration = shape.kind, Conformance.Known.hashable.implied.contains(known) { return true }
        let protocols = conformances.reduce(into: Set<Conformance.Known>()) { result, located in
            if case .known(let known) = located.conformance { result.formUnion(known.implied) }
        }
        return protocols.contains(known) || known == .codable && protocols.isSuperset(of: [.encodable, .decodable])
    }
}
