/// The places in a request at which each type can be sent.
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

        /// A param in the body is sent in the encoding of the endpoint.
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

    /// A `File` can be part only of a form.
    static let fileProblem =
        "a `File` can only be a param or field of a multipart request, the `body` or the `response`"

    /// The reason why a value of the type cannot be sent there; `nil` if it can.
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
                ? "a variable of the uri requires a value, but `\(type)` is optional"
                : "a variable of the uri must be a single value, but `\(type)` is not"
        case .url:
            return type == .scalar(.url)
                ? nil : "a param with `in: url` must be a `URL`, without `?`, and not `\(type)`"
        case .header, .cookie, .query, .form, .multipart:
            if shapes.extent(of: type.unwrapped) <= .list { return nil }
            return "`\(type)` cannot be sent in \(target.noun); use a single value or a list of single values"
        }
    }
}

/// Whether the parts of a dictionary, shape, list or `JSONValue` can be written with nested names: `filter[owner][id]=3`,
/// `filter.1.id=3`.
final class NestingRule {
    private let shapes: ShapeTable
    private let shapeList: [String: Shape]
    /// The results for types that were checked before, since many endpoints may send the same type.
    private var known: [Place: Problem?] = [:]

    private struct Place: Hashable {
        var type: TypeReference
        var noun: String
        var isNumbered: Bool
    }

    /// The reason, and the field of a shape that causes it, if there is one.
    typealias Problem = (message: String, field: Field?)

    init(shapes: ShapeTable, shapeList: [String: Shape]) {
        self.shapes = shapes
        self.shapeList = shapeList
    }

    /// Whether this rule applies to a field that is sent there.
    func judges(_ field: Field, in target: ParamPlacement.Target) -> Bool {
        guard target != .json, target != .path, target != .url, field.type.innermost != .scalar(.file) else {
            return false
        }
        return field.style == .numbered || shapes.extent(of: field.type.unwrapped) == .nested
    }

    /// The problem of a field that is sent there; `nil` if there is none.
    func problem(with field: Field, in target: ParamPlacement.Target) -> Problem? {
        let noun = target.noun
        guard target == .query || target == .form else {
            let problem = ParamPlacement.problem(with: field.type, in: target, shapes)
            return (problem ?? "`style: numbered` works only in queries and forms, not in \(noun)", nil)
        }
        guard let style = field.style, style == .brackets || style == .numbered else {
            let name = field.wireName
            let styles = "`style: brackets` (`\(name)[…]=…`) or `style: numbered` (`\(name).…=…`)"
            let json = target == .form ? "in JSON, with `encoding: json`, or " : ""
            return ("`\(field.type)` can only be sent \(json)in \(noun) with \(styles)", nil)
        }
        let place = Place(type: field.type, noun: noun, isNumbered: style == .numbered)
        if let found = known[place] { return found }
        let problem = problem(inside: place)
        known[place] = .some(problem)
        return problem
    }

    /// Checks all types that the type contains. Does not recurse, because a chain of shapes can be long.
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
                if element.isOptional { return ("`\(type)` can contain nil, but a list in \(noun) cannot", field) }
                if !place.isNumbered, shapes.extents.areMixed(of: element) {
                    let reason = "in brackets, all elements of a list need the same kind of name: `[]=…` or `[0][…]=…`"
                    return ("`\(type)` can contain both single values and other values, but \(reason)", field)
                }
                pending.append((element, field))
            case .shape(let name):
                guard seen.insert(name).inserted else { continue }
                pending += shapes.alternatives[name]?.cases.map { ($0.type, field) } ?? []
                for field in shapeList[name]?.fields ?? [] where field.isSent && field.transform == nil {
                    if field.isInlineShape { return ("inline fields can be sent only in JSON, not in \(noun)", field) }
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
