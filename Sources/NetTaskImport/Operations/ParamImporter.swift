import NetTaskSpec

/// Makes params of the parameters of an operation.
struct ParamImporter {
    let run: ImportRun
    let types: OperationTypes

    /// What an endpoint knows of itself when its params are made.
    struct Endpoint {
        var context: SchemaContext
        /// Those of its path.
        var variables: [String]
        /// What it authenticates with.
        var schemes: [SchemeDraft]
    }

    /// - Returns: Those of the path first, then those of the query, of headers and of cookies.
    func params(of operation: LocatedOperation, _ endpoint: Endpoint) -> [ParamDraft] {
        var params = declared(operation).flatMap { param($0.reference, $0.value, endpoint) }
        for variable in endpoint.variables where !params.contains(where: { $0.isVariable(variable) }) {
            run.diagnostics.warning(
                "the path has the variable \(variable.quotedForMessage), but no parameter says what it is",
                at: operation.pathRange,
                suggestion: nil
            )
            var field = FieldDraft(name: "", wireName: variable, type: .string, isRequired: true)
            field.location = .path
            params.append(ParamDraft(field: field))
        }
        let inPath = endpoint.variables.compactMap { variable in params.first { $0.isVariable(variable) } }
        let others = [FieldDraft.Location.query, .header, .cookie].flatMap { location in
            params.filter { $0.location == location }
        }
        return inPath + withoutClashes(others)
    }

    /// Fields of an exploded object can have the name of another param, which wins.
    private func withoutClashes(_ params: [ParamDraft]) -> [ParamDraft] {
        var seen = Set(params.filter { $0.property == nil }.map { key($0.field.wireName, $0.location.rawValue) })
        return params.filter { param in
            let wireName = param.field.wireName
            guard let property = param.property, !seen.insert(key(wireName, param.location.rawValue)).inserted else {
                return true
            }
            let name = wireName.quotedForMessage
            run.diagnostics.warning("another param has the name \(name); this field is left out", at: property.range)
            property.leaveOut("another param has this name")
            return false
        }
    }

    private func key(_ name: String, _ location: String) -> String {
        location + " " + (location == "header" ? name.lowercased() : name)
    }

    // MARK: Which there are

    private struct Declared {
        var reference: DocumentValue
        var value: DocumentValue
    }

    /// The parameters of the path and of the operation, which win.
    private func declared(_ operation: LocatedOperation) -> [Declared] {
        var all: [String: Declared] = [:]
        var order: [String] = []
        for list in [operation.pathItem["parameters"], operation.reader["parameters"]] {
            guard let elements = list?.items("`parameters`") else { continue }
            var seen: Set<String> = []
            for element in elements {
                guard let value = element.resolved(), let key = key(of: value) else { continue }
                guard seen.insert(key).inserted else {
                    element.refuse("another parameter here has this name and place")
                    continue
                }
                if all.updateValue(Declared(reference: element, value: value), forKey: key) == nil { order.append(key) }
            }
        }
        return order.compactMap { all[$0] }
    }

    private func key(of value: DocumentValue) -> String? {
        guard let name = value["name"]?.plainText, let location = value["in"]?.plainText else { return nil }
        return key(name, location)
    }

    // MARK: One of them

    private func param(_ reference: DocumentValue, _ value: DocumentValue, _ endpoint: Endpoint) -> [ParamDraft] {
        guard let name = value["name"]?.plainText, let word = value["in"]?.plainText else { return [] }
        guard let location = FieldDraft.Location(rawValue: word) else { return [] }
        if location == .header, ["accept", "authorization", "content-type"].contains(name.lowercased()) {
            value.leaveOut("OpenAPI says this header elsewhere")
            return []
        }
        guard WireNameRule.isValid(name, in: word) else {
            value.refuse("\(name.quotedForMessage) cannot be the name of what is sent in a \(word)")
            return []
        }
        if location == .path, !endpoint.variables.contains(name) {
            run.diagnostics.warning(
                "the path has no variable \(name.quotedForMessage)",
                at: value.range,
                suggestion: name.closestMatch(among: endpoint.variables)
            )
            value.leaveOut("the path has no such variable")
            return []
        }
        if endpoint.schemes.contains(where: { $0.takesPlace(of: name, in: location) }) {
            value.leaveOut("the credentials of the endpoint are sent there")
            return []
        }
        let own = endpoint.context.inside(name)
        return read(reference, name, location, reference.context(resolvedTo: value, else: own))
    }

    private func read(
        _ reference: DocumentValue,
        _ name: String,
        _ location: FieldDraft.Location,
        _ context: SchemaContext
    ) -> [ParamDraft] {
        guard var reader = ObjectReader(reference, .parameter) else { return [] }
        let value = reader.value
        var field = FieldDraft(name: "", wireName: name, type: .string, isRequired: location == .path)
        field.location = location
        reader.take("name")?.carry()
        reader.take("in")?.carry()
        if let required = reader.take("required"), let flag = required.bool() {
            if location == .path, !flag { required.refuse("a variable of a path is always required") }
            field.isRequired = flag || location == .path
        }
        field.isDeprecated = reader.flag("deprecated")
        field.description = reader.text("description")
        let style = ParamStyle(&reader, location)
        let schema = reader.take("schema")
        let content = reader.take("content")
        reader.finish()
        guard let schema else {
            style.settle(style: false, explode: false)
            content?.leaveOut(OmissionReason.asText)
            if let content {
                let isJSON = content.members?.contains { MediaType($0.key)?.isJSON == true } == true
                field.becomeText(note: isJSON ? FieldDraft.noteOfJSON : FieldDraft.noteOfText)
            }
            return [ParamDraft(field: field)]
        }
        content?.leaveOut("there is a `schema` beside it")
        return ParamPlacing(types: types, style: style, value: value, context: context).params(field, schema)
    }
}

extension ParamDraft {
    fileprivate func isVariable(_ name: String) -> Bool { location == .path && field.wireName == name }
}
