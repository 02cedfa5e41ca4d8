/// What must hold for shapes with `oneOf`, which only all shapes together show.
struct AlternativesCheck {
    private let shapes: [LocatedShape]
    private let shapeList: [String: LocatedShape]
    private let usage: ShapeUsage

    /// More than these would be tried one after the other for each value.
    private static let limitWithoutDiscriminator = 64

    init(_ shapes: [LocatedShape], _ shapeList: [String: LocatedShape], _ usage: ShapeUsage) {
        self.shapes = shapes.filter { !$0.alternatives.isEmpty }
        self.shapeList = shapeList
        self.usage = usage
    }

    func check(_ diagnostics: DiagnosticCollector) {
        guard !shapes.isEmpty, checkBudget(diagnostics) else { return }
        AlternativeCycles(shapeList).check(shapes.map(\.shape.name.written), diagnostics)
        let inhabited = InhabitedShapes(shapeList)
        let cover = TypeCover(shapeList.mapValues(\.shape))
        for shape in shapes {
            checkCaseNames(shape, diagnostics)
            guard case .alternatives(let alternatives) = shape.shape.kind else { continue }
            if alternatives.discriminator != nil {
                checkDiscriminator(shape, alternatives, diagnostics)
            } else if usage.read.contains(shape.shape.name.written) {
                checkReach(shape, alternatives.choice, cover, diagnostics)
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

    /// The fields of all alternatives are looked through for discriminators.
    private func checkBudget(_ diagnostics: DiagnosticCollector) -> Bool {
        var count = 0
        for shape in shapes {
            for located in shape.alternatives {
                count += shapeList[located.alternative.type.shape ?? ""]?.fields.count ?? 0
                guard count > YAMLBudget.nodes else { continue }
                let message =
                    "alternatives have more than \(YAMLBudget.nodes) fields, those of a shape counted each time"
                diagnostics.error(message, at: shape.keyRange)
                return false
            }
        }
        return true
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

    /// The fields of the alternatives that are the discriminator must have values of its kind.
    private func checkDiscriminator(
        _ shape: LocatedShape,
        _ alternatives: Alternatives,
        _ diagnostics: DiagnosticCollector
    ) {
        let isOfIntegers = alternatives.isOfIntegers
        for located in shape.alternatives {
            guard case .shape(let name) = located.alternative.type,
                let field = shapeList[name]?.fields.first(where: {
                    $0.field.wireName == alternatives.discriminator && !$0.field.isIgnored
                }), !canBe(isOfIntegers, field.field.type.unwrapped)
            else { continue }
            let kind = isOfIntegers ? "a whole number" : "text"
            diagnostics.error(
                "the discriminator is \(kind), but the alternative `\(name)` has it as `\(field.field.type)`",
                at: located.typeRange,
                notes: [
                    .init(
                        isOfIntegers
                            ? "the field is here; make it an `Int` or an enumeration of numbers, or leave it out"
                            : "the field is here; make it a `String` or an enumeration, or leave it out",
                        at: field.typeRange
                    )
                ]
            )
        }
    }

    /// Whether a value of the type can be a whole number, or text, on the wire; of a type of the user's nobody knows.
    private func canBe(_ isInteger: Bool, _ type: TypeReference) -> Bool {
        switch type {
        case .scalar(let scalar): return isInteger ? scalar.integerBits != nil : scalar == .string
        case .shape(let name):
            switch shapeList[name]?.shape.kind {
            case .enumeration(let cases): return cases.first?.value.isInteger == isInteger
            case .custom, nil: return true
            case .object, .alternatives: return false
            }
        case .array, .dictionary, .optional: return false
        }
    }

    private func checkReach(
        _ shape: LocatedShape,
        _ choice: Alternatives.Choice,
        _ cover: TypeCover,
        _ diagnostics: DiagnosticCollector
    ) {
        guard shape.alternatives.count <= Self.limitWithoutDiscriminator else {
            let limit = Self.limitWithoutDiscriminator
            diagnostics.error(
                "more than \(limit) alternatives are too many to try one after the other",
                at: shape.keyRange,
                notes: [.init("let a `discriminator` tell them apart", at: shape.keyRange)]
            )
            return
        }
        for (index, located) in shape.alternatives.enumerated() {
            guard
                let first = shape.alternatives[..<index].first(where: {
                    cover.hides($0.alternative.type, located.alternative.type, choice)
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
            var notes = [
                DiagnosticCollector.Note(
                    "`\(first.alternative.type)` is here; write it after `\(type)`",
                    at: first.typeRange
                )
            ]
            if choice == .first, !cover.hides(first.alternative.type, type, .closest) {
                let advice = "or have the one chosen that knows the most members: `choose: closest`"
                notes.append(.init(advice, at: first.typeRange))
            }
            diagnostics.error(
                "the alternative `\(type)` is never reached: whatever it reads, `\(first.alternative.type)` reads before it",
                at: located.typeRange,
                notes: notes
            )
        }
    }
}
