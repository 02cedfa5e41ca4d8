/// Whether a dictionary or shape can be written with brackets: `filter[owner][id]=3`.
final class BracketsCheck {
    let shapes: ShapeTable
    let shapeList: [String: LocatedShape]
    /// What was found of types before: many endpoints may send one.
    private var known: [Place: Problem?] = [:]

    private struct Place: Hashable {
        var type: TypeReference
        var noun: String
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

    /// What is wrong with a field that is to go there; nil if nothing is, or if it is for others to judge.
    func problem(with field: Field, in target: ParamPlacement.Target) -> Problem? {
        guard ParamPlacement.isObject(field.type.unwrapped, shapes) else { return nil }
        let noun = target.noun
        switch target {
        case .query, .form: break
        case .path, .url, .json: return nil
        case .header, .cookie, .multipart:
            let message = "`\(field.type)` cannot stand in \(noun); only single values and lists of them can"
            return Problem(message: message)
        }
        guard field.style == .brackets else {
            let name = field.wireName
            return Problem(
                message: "`\(field.type)` can only stand in \(noun) with `style: brackets`, as `\(name)[…]=…`"
            )
        }
        let place = Place(type: field.type, noun: noun)
        if let found = known[place] { return found }
        let problem = problem(inside: field.type, noun)
        known[place] = .some(problem)
        return problem
    }

    /// Follows the type to all that it holds. Without recursion, since a chain of shapes can be long.
    private func problem(inside type: TypeReference, _ noun: String) -> Problem? {
        var pending: [(type: TypeReference, field: LocatedField?)] = [(type, nil)]
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
            case .array(let element):
                if ParamPlacement.isSingleValue(element, shapes) { continue }
                let message = "a list inside brackets can hold single values only; `\(type)` in \(noun) holds others"
                return Problem(message: message, field: field)
            case .scalar, .shape, .optional:
                return Problem(message: "`\(type)` cannot stand inside brackets in \(noun)", field: field)
            }
        }
        return nil
    }
}
