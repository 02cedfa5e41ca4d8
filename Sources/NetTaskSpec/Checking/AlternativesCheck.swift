/// What must hold for shapes with `oneOf`, which only all shapes together show.
struct AlternativesCheck {
    private let shapes: [LocatedShape]
    private let shapeList: [String: LocatedShape]

    /// More than these would be tried one after the other for each value.
    private static let limitWithoutDiscriminator = 64

    init(_ shapes: [LocatedShape], _ shapeList: [String: LocatedShape]) {
        self.shapes = shapes.filter { !$0.alternatives.isEmpty }
        self.shapeList = shapeList
    }

    func check(_ diagnostics: DiagnosticCollector) {
        guard !shapes.isEmpty else { return }
        let inhabited = InhabitedShapes(shapeList)
        for shape in shapes {
            checkCaseNames(shape, diagnostics)
            guard case .alternatives(let alternatives) = shape.shape.kind else { continue }
            if alternatives.discriminator != nil {
                checkDiscriminator(shape, alternatives, diagnostics)
            } else if !leadsToItself(shape, diagnostics) {
                checkReach(shape, diagnostics)
            }
            if shape.shape.catchAll == nil, !inhabited.contains(shape.shape.name.written) {
                diagnostics.error(
                    "no value of `\(shape.shape.name.written)` can exist: each of its alternatives contains it again",
                    at: shape.keyRange,
                    notes: [.init("make a field on the way optional, or a list", at: shape.keyRange)]
                )
            }
        }
    }

    /// A case hides a type of its name where the enumeration names its types.
    private func checkCaseNames(_ shape: LocatedShape, _ diagnostics: DiagnosticCollector) {
        let types = Set(
            shape.alternatives.compactMap { shapeList[$0.alternative.type.shape ?? ""]?.shape.name.swift }
        )
        for name in shape.alternatives.map(\.alternative.name) where types.contains(name.swift) {
            diagnostics.error(
                "a case cannot be called `\(name.swift)`, which is the Swift name of a shape",
                at: name.place,
                notes: [.init("give the shape another Swift name with `swiftName:`", at: name.place)]
            )
        }
    }

    private func checkDiscriminator(
        _ shape: LocatedShape,
        _ alternatives: Alternatives,
        _ diagnostics: DiagnosticCollector
    ) {
        for located in shape.alternatives {
            guard case .shape(let name) = located.alternative.type,
                let field = shapeList[name]?.fields.first(where: {
                    $0.field.wireName == alternatives.discriminator && !$0.field.isIgnored
                }),
                field.field.type.innermost != .scalar(.string),
                case .scalar = field.field.type.innermost
            else { continue }
            diagnostics.error(
                "the discriminator is text, but the alternative `\(name)` has it as `\(field.field.type)`",
                at: located.typeRange,
                notes: [.init("the field is here; make it a `String` or an enumeration", at: field.typeRange)]
            )
        }
    }

    /// Whether trying the alternatives would come to the same shape again, at the same place of the JSON.
    private func leadsToItself(_ shape: LocatedShape, _ diagnostics: DiagnosticCollector) -> Bool {
        let start = shape.shape.name.written
        var seen: Set<String> = []
        for located in shape.alternatives {
            var pending = [located.alternative.type]
            while let type = pending.popLast() {
                guard case .shape(let name) = type else { continue }
                if name == start {
                    diagnostics.error(
                        "`\(start)` is an alternative of itself",
                        at: located.typeRange,
                        notes: [
                            .init("to have it inside, put it into a list or a field of a shape", at: located.typeRange)
                        ]
                    )
                    return true
                }
                guard seen.insert(name).inserted, let inner = shapeList[name] else { continue }
                // With a discriminator the alternatives are objects, which have fields on the way.
                if case .alternatives(let inside) = inner.shape.kind, inside.discriminator == nil {
                    pending += inside.cases.map(\.type)
                }
            }
        }
        return false
    }

    private func checkReach(_ shape: LocatedShape, _ diagnostics: DiagnosticCollector) {
        guard shape.alternatives.count <= Self.limitWithoutDiscriminator else {
            let limit = Self.limitWithoutDiscriminator
            diagnostics.error(
                "more than \(limit) alternatives are too many to try one after the other",
                at: shape.keyRange,
                notes: [.init("let a `discriminator` tell them apart", at: shape.keyRange)]
            )
            return
        }
        let cover = TypeCover(shapeList)
        for (index, located) in shape.alternatives.enumerated() {
            guard
                let first = shape.alternatives[..<index].first(where: {
                    cover.covers($0.alternative.type, located.alternative.type)
                })
            else { continue }
            let type = located.alternative.type
            guard first.alternative.type != type else {
                diagnostics.error(
                    "the alternative `\(type)` is there twice, and the second is never reached",
                    at: located.typeRange,
                    notes: [.init("it is here first", at: first.typeRange)]
                )
                continue
            }
            diagnostics.error(
                "the alternative `\(type)` is never reached: whatever it reads, `\(first.alternative.type)` reads before it",
                at: located.typeRange,
                notes: [
                    .init("`\(first.alternative.type)` is here; write it after `\(type)`", at: first.typeRange)
                ]
            )
        }
    }
}
