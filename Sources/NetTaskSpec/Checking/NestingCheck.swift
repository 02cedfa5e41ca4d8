/// Whether a dictionary, a shape or a list can be written below its name: `filter[owner][id]=3`, `filter.1.id=3`.
final class NestingCheck {
    let shapes: ShapeTable
    let shapeList: [String: LocatedShape]
    /// What was found of types before: many endpoints may send one.
    private var known: [Place: Problem?] = [:]

    private struct Place: Hashable {
        var type: TypeReference
        var noun: String
        var isNumbered: Bool
    }

    init(shapes: ShapeTable, shapeList: [String: LocatedShape]) {
        self.shapes = shapes
        self.shapeList = shapeList
    }

    /// Why it cannot; with the field of a shape that is to blame, if one is.
    struct Problem {
        var message: String
        var field: LocatedField?
    }

    /// Whether this check is the one that judges a field that is to go there.
    func judges(_ field: Field, in target: ParamPlacement.Target) -> Bool {
        guard target != .json, target != .path, target != .url, field.type.innermost != .scalar(.file) else {
            return false
        }
        return field.style == .numbered || ParamPlacement.isObject(field.type.unwrapped, shapes)
    }

    /// What is wrong with a field that is to go there; nil if nothing is.
    func problem(with field: Field, in target: ParamPlacement.Target) -> Problem? {
        let noun = target.noun
        guard target == .query || target == .form else {
            let message = ParamPlacement.problem(with: field.type, in: target, shapes)
            return Problem(message: message ?? "`style: numbered` is for queries and forms, and not for \(noun)")
        }
        guard let style = field.style, style == .brackets || style == .numbered else {
            let name = field.wireName
            return Problem(
                message: "`\(field.type)` can only stand in \(noun) with `style: brackets`, as `\(name)[…]=…`, or "
                    + "`style: numbered`, as `\(name).…=…`"
            )
        }
        let place = Place(type: field.type, noun: noun, isNumbered: style == .numbered)
        if let found = known[place] { return found }
        let problem = problem(inside: place)
        known[place] = .some(problem)
        return problem
    }

    /// Follows the type to all that it holds. Without recursion, since a chain of shapes can be long.
    private func problem(inside place: Place) -> Problem? {
        let noun = place.noun
        var pending: [(type: TypeReference, field: LocatedField?)] = [(place.type, nil)]
        var seen: Set<String> = []
        while let (type, field) = pending.popLast() {
            if ParamPlacement.isSingleValue(type.unwrapped, shapes) { continue }
            switch type.unwrapped {
            case .dictionary(let value):
                pending.append((value, field))
            case .shape(let name) where shapes.isObject(name):
                guard seen.insert(name).inserted else { continue }
                for field in shapeList[name]?.fields ?? []
                where field.field.isSent && field.field.transform == nil {
                    if field.field.isInline {
                        return Problem(message: "inline fields are sent in JSON only, not in \(noun)", field: field)
                    }
                    if field.field.isNullable {
                        return Problem(message: "only JSON can say null, and \(noun) cannot", field: field)
                    }
                    pending.append((field.field.type, field))
                }
            case .array(let element) where place.isNumbered:
                guard element.isOptional else {
                    pending.append((element, field))
                    continue
                }
                let message = "what is nil has no number; `\(type)` in \(noun) holds optionals"
                return Problem(message: message, field: field)
            case .array(let element):
                if ParamPlacement.isSingleValue(element, shapes) { continue }
                let message = "a list inside brackets can hold single values only; `\(type)` in \(noun) holds others"
                return Problem(message: message, field: field)
            case .scalar, .shape, .optional:
                let way = place.isNumbered ? "in \(noun) with `style: numbered`" : "inside brackets in \(noun)"
                return Problem(message: "`\(type)` cannot stand \(way)", field: field)
            }
        }
        return nil
    }
}
