import NetTaskSpec

extension SwiftModelBuilder {
    /// The statements that pack a task, in the order in which they reach the wire.
    ///
    /// Precedence is settled here: constants win over params, and params over the request object. An optional param
    /// that is nil leaves the request object's value.
    func packStatements(for endpoint: Endpoint) -> [SwiftLine] {
        let place = defaultLocation(of: endpoint)
        let constants = Set(endpoint.constants.map(\.name))
        let params = endpoint.params.filter { param in
            !param.isIgnored && param.location != .path && param.location != .url
                && !(param.location == place && constants.contains(param.wireName))
        }
        let merged = Dictionary(
            params.filter { $0.location == place }.map { ($0.wireName, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var statements: [SwiftLine] = []
        if let url = endpoint.params.first(where: { $0.location == .url }) {
            let label: SwiftCode = url.isSecret ? "secret: " : ""
            statements.append("packer.follow(\(label)\(property(url.name)))")
        }
        for header in endpoint.headers {
            statements.append("packer.header(\(StringLiteral(header.name)), \(StringLiteral(header.value)))")
        }
        for param in endpoint.params where param.location == .path && param.isSecret {
            statements.append(SwiftLine(keepSecretStatement(for: param)))
        }
        var packed: Set<String> = []
        if let object = endpoint.requestObject, let fields = shapes[object.shape]?.fields {
            for field in fields where field.isSent && !constants.contains(field.wireName) {
                packed.insert(field.wireName)
                statements += packStatements(for: field, of: object, overriddenBy: merged[field.wireName], in: endpoint)
            }
        }
        for param in params where !(param.location == place && packed.contains(param.wireName)) {
            statements += packStatement(for: param, in: endpoint)
        }
        for constant in endpoint.constants {
            statements.append(packStatement(for: constant, in: endpoint))
        }
        if endpoint.body != nil {
            let contentType: SwiftCode = endpoint.contentType.map { ", contentType: \(StringLiteral($0))" } ?? ""
            statements.append("packer.body(body\(contentType))")
        }
        return statements
    }

    /// The statement for a field of a shape, or for a param.
    func packStatement(for field: Field, in endpoint: Endpoint? = nil) -> [SwiftLine] {
        guard field.isSent else { return [] }
        return packStatement(for: field, property: property(field.name), in: endpoint)
    }

    /// A property of the type that packs itself. `packer` is also the name of the parameter that it is packed into.
    func property(_ name: Name) -> SwiftCode {
        let name = Identifier(name.swift)
        return name.name == "packer" ? "self.\(name)" : "\(name)"
    }

    /// A field of the request object, and the param that comes before it where both have one wire name.
    private func packStatements(
        for field: Field,
        of object: Endpoint.Property,
        overriddenBy param: Field?,
        in endpoint: Endpoint
    ) -> [SwiftLine] {
        var field = field
        field.location = defaultLocation(of: endpoint)
        let property: SwiftCode = "\(self.property(object.name)).\(Identifier(field.name.swift))"
        guard let param else {
            return packStatement(for: field, property: property, in: endpoint)
        }
        guard param.type.isOptional else {
            return packStatement(for: param, in: endpoint)
        }
        let theirs = packStatement(for: field, property: property, in: endpoint)
        if param.isNullable {
            let ours = packStatement(for: param, in: endpoint)
            return ["if case .absent = \(self.property(param.name)) {"] + theirs.indented() + ["} else {"]
                + ours.indented() + ["}"]
        }
        let isOneKind =
            !field.isNullable && param.type.unwrapped == field.type.unwrapped && param.format == field.format
            && param.style == field.style
            && param.transform == nil && field.transform == nil
        if isOneKind {
            let merged: SwiftCode = "\(self.property(param.name)) ?? \(property)"
            field.isSecret = field.isSecret || param.isSecret
            return packStatement(for: field, property: merged, in: endpoint)
        }
        var own = param
        own.type = param.type.unwrapped
        let ours = packStatement(for: own, property: "value", in: endpoint)
        return ["if let value = \(self.property(param.name)) {"] + ours.indented() + ["} else {"]
            + theirs.indented() + ["}"]
    }

    private func packStatement(for field: Field, property: SwiftCode, in endpoint: Endpoint?) -> [SwiftLine] {
        guard let transform = field.transform else {
            // Of a type that may be null, nil is sent.
            let isNull = field.isNullable && !field.type.isOptional
            return [call(for: field, value: isNull ? "Nullable(\(property))" : property, in: endpoint)]
        }
        let function = function(transform)
        guard field.type.isOptional else {
            return [call(for: field, value: "\(function)(\(property))", in: endpoint)]
        }
        return .braces("if let value = \(property) {", [call(for: field, value: "\(function)(value)", in: endpoint)])
    }

    private func call(for field: Field, value: SwiftCode, in endpoint: Endpoint?) -> SwiftLine {
        let format = field.transform == nil ? field.formatArgument : nil
        var arguments = [nameArgument(field.wireName), field.isSecret ? keepSecret(value, format) : value]
        if let format { arguments.append(format) }
        if field.transform == nil, let style = field.style, style != .repeat {
            arguments.append("style: .\(Identifier(style.rawValue))")
        }
        if let endpoint { arguments += location(field.location, in: endpoint) }
        return .call("packer.add(", arguments)
    }

    /// An expression for `value` that also tells the packer to show it nowhere.
    private func keepSecret(_ value: SwiftCode, _ format: SwiftCode?) -> SwiftCode {
        format.map { "packer.keepSecret(\(value), \($0))" } ?? "packer.keepSecret(\(value))"
    }

    /// A secret variable of the uri, which is packed elsewhere.
    private func keepSecretStatement(for param: Field) -> SwiftCode {
        let property = property(param.name)
        guard let transform = param.transform else {
            return keepSecret(property, param.formatArgument)
        }
        return keepSecret("\(function(transform))(\(property))", nil)
    }

    /// A function of the user's.
    func function(_ transform: [String]) -> SwiftCode {
        transform.map { "\(Identifier($0))" as SwiftCode }.joined(separator: ".")
    }

    /// The name of a param. The packer is told here, once and for all, which names hold nothing to escape.
    func nameArgument(_ name: String) -> SwiftCode {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
            default: false
            }
        }
        return isPlain ? "\(StringLiteral(name))" : "escaping: \(StringLiteral(name))"
    }

    private func packStatement(for constant: Endpoint.Constant, in endpoint: Endpoint) -> SwiftLine {
        let value: SwiftCode? =
            switch constant.value {
            case .string(let string): "\(StringLiteral(string))"
            case .integer(let integer): "\(NumberLiteral(integer))"
            case .number(let number): "\(NumberLiteral(number) ?? NumberLiteral(0))"
            case .bool(let bool): bool ? "true" : "false"
            case .null: nil
            }
        let name = nameArgument(constant.name)
        let place = location(defaultLocation(of: endpoint), in: endpoint)
        guard let value else { return .call("packer.addNull(", [name] + place) }
        return .call("packer.add(", [name, value] + place)
    }

    /// Where params and constants of an endpoint go of themselves.
    private func defaultLocation(of endpoint: Endpoint) -> Field.Location {
        endpoint.method.sendsParamsInQuery || endpoint.body != nil ? .query : .body
    }

    /// The `in:` argument where the packer would not put it there by the method alone.
    private func location(_ location: Field.Location, in endpoint: Endpoint) -> [SwiftCode] {
        let byMethod: Field.Location = endpoint.method.sendsParamsInQuery ? .query : .body
        return location == byMethod ? [] : ["in: .\(Identifier(location.rawValue))"]
    }
}
