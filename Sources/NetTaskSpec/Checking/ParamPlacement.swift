/// Which types can stand where in a request.
enum ParamPlacement {
    enum Target: String {
        case path
        case url
        case header
        case cookie
        case query
        case form
        case multipart
        case json

        /// What goes into the body goes where the encoding of the endpoint says.
        init(_ location: Field.Location, _ endpoint: Endpoint) {
            self = Target(rawValue: location.rawValue) ?? Target(rawValue: endpoint.encoding.rawValue) ?? .json
        }

        var noun: String {
            switch self {
            case .path: "a path"
            case .url: "the URL of a request"
            case .header: "a header"
            case .cookie: "a cookie"
            case .query: "a query"
            case .form: "a form"
            case .multipart: "a multipart body"
            case .json: "JSON"
            }
        }
    }

    /// A `File` is no value that can stand inside another.
    static let fileProblem = "a `File` can only be a param of a multipart request, the `body` or the `response`"

    /// Why a value of the type cannot stand there; nil if it can.
    static func problem(with type: TypeReference, in target: Target, _ shapes: ShapeTable) -> String? {
        if type.innermost == .scalar(.file) {
            let single = type.unwrapped
            if target == .multipart, single == .scalar(.file) || single == .array(.scalar(.file)) { return nil }
            return fileProblem
        }
        switch target {
        case .json:
            return nil
        case .path:
            if shapes.extent(of: type) == .single { return nil }
            return type.isOptional
                ? "a variable of the uri must have a value; `\(type)` may have none"
                : "a variable of the uri must be a single value; `\(type)` is none"
        case .url:
            return type == .scalar(.url)
                ? nil : "a param with `in: url` must be a `URL`, without `?`, and not `\(type)`"
        case .header, .cookie, .query, .form, .multipart:
            if shapes.extent(of: type.unwrapped) <= .list { return nil }
            return "`\(type)` cannot stand in \(target.noun); only single values and lists of them can"
        }
    }
}

/// Whether a dictionary, a shape, a list or any JSON can be written below its name: `filter[owner][id]=3`, `filter.1.id=3`.
final class NestingRule {
    private let shapes: ShapeTable
    private let shapeList: [String: Shape]
    /// What was found of types before: many endpoints may send one.
    private var known: [Place: Problem?] = [:]

    private struct Place: Hashable {
        var type: TypeReference
        var noun: String
        var isNumbered: Bool
    }

    /// Why it cannot; with the field of a shape that is to blame, if one is.
    typealias Problem = (message: String, field: Field?)

    init(shapes: ShapeTable, shapeList: [String: Shape]) {
        self.shapes = shapes
        self.shapeList = shapeList
    }

    /// Whether this is the rule for a field that is to go there.
    func judges(_ field: Field, in target: ParamPlacement.Target) -> Bool {
        guard target != .json, target != .path, target != .url, field.type.innermost != .scalar(.file) else {
            return false
        }
        return field.style == .numbered || shapes.extent(of: field.type.unwrapped) == .nested
    }

    /// What is wrong with a field that is to go there; nil if nothing is.
    func problem(with field: Field, in target: ParamPlacement.Target) -> Problem? {
        let noun = target.noun
        guard target == .query || target == .form else {
            let problem = ParamPlacement.problem(with: field.type, in: target, shapes)
            return (problem ?? "`style: numbered` is for queries and forms, and not for \(noun)", nil)
        }
        guard let style = field.style, style == .brackets || style == .numbered else {
            let name = field.wireName
            let styles = "`style: brackets`, as `\(name)[…]=…`, or `style: numbered`, as `\(name).…=…`"
            let json = target == .form ? "in JSON, by `encoding: json`, or " : ""
            return ("`\(field.type)` can only stand \(json)in \(noun) with \(styles)", nil)
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
        var pending: [(type: TypeReference, field: Field?)] = [(place.type, nil)]
        var seen: Set<String> = []
        while let (type, field) = pending.popLast() {
            let type = type.unwrapped
            switch type {
            case .dictionary(let value):
                pending.append((value, field))
            case .array(let element):
                if element.isOptional { return ("`\(type)` can hold nil, which a list in \(noun) cannot", field) }
                if !place.isNumbered, shapes.extents.areMixed(of: element) {
                    let reason = "a list in brackets has one kind of names, `[]=…` or `[0][…]=…`"
                    return ("`\(type)` can hold both single values and others, but \(reason)", field)
                }
                pending.append((element, field))
            case .shape(let name):
                guard seen.insert(name).inserted else { continue }
                pending += shapes.alternatives[name]?.cases.map { ($0.type, field) } ?? []
                for field in shapeList[name]?.fields ?? [] where field.isSent && field.transform == nil {
                    if field.isInline { return ("inline fields are sent in JSON only, not in \(noun)", field) }
                    if field.isNullable { return ("`null` cannot be sent in \(noun)", field) }
                    pending.append((field.type, field))
                }
            case .scalar, .optional:
                break
            }
        }
        return nil
    }
}
