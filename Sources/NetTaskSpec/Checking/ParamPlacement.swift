/// Which types can stand where in a request.
enum ParamPlacement {
    enum Target {
        case path
        case url
        case header
        case cookie
        case query
        case form
        case multipart
        case json

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

    /// Why a value of the type cannot stand there; nil if it can.
    static func problem(with type: TypeReference, in target: Target, _ shapes: ShapeTable) -> String? {
        if type.innermost == .scalar(.file) {
            let single = type.unwrapped
            if target == .multipart, single == .scalar(.file) || single == .array(.scalar(.file)) { return nil }
            return FileRule.message
        }
        switch target {
        case .json:
            return nil
        case .path:
            if isSingleValue(type, shapes) { return nil }
            return type.isOptional
                ? "a variable of the uri must have a value; `\(type)` may have none"
                : "a variable of the uri must be a single value; `\(type)` is none"
        case .url:
            return type == .scalar(.url)
                ? nil : "a param with `in: url` must be a `URL`, without `?`, and not `\(type)`"
        case .header, .cookie, .query, .form, .multipart:
            if isSingleValue(type.unwrapped, shapes) { return nil }
            if case .array(let element) = type.unwrapped, isSingleValue(element, shapes) { return nil }
            return "`\(type)` cannot stand in \(target.noun); only single values and lists of them can"
        }
    }

    /// Whether the type is a scalar, an enumeration or a Swift type of the user's, and no optional.
    static func isSingleValue(_ type: TypeReference, _ shapes: ShapeTable) -> Bool {
        switch type {
        case .scalar(let scalar): scalar != .file && scalar != .jsonValue
        case .shape(let name): shapes.isEnumeration(name) || shapes.isCustom(name)
        case .array, .dictionary, .optional: false
        }
    }

    /// Whether the type is a dictionary, or a shape with fields.
    static func isObject(_ type: TypeReference, _ shapes: ShapeTable) -> Bool {
        switch type {
        case .dictionary: true
        case .shape(let name): shapes.isObject(name)
        case .scalar, .array, .optional: false
        }
    }
}
