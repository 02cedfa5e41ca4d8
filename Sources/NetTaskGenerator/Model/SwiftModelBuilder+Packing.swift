import NetTaskSpec

extension SwiftModelBuilder {
    /// The statements that pack a task, in the order in which they reach the wire.
    ///
    /// Precedence is settled here: constants win over params, and params over the request object. An optional param
    /// that is nil leaves the request object's value.
    func packStatements(for endpoint: Endpoint) -> [SwiftCode] {
        let layout = CodeLayout(indentation: 12)
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
        var statements: [SwiftCode] = []
        if let url = endpoint.params.first(where: { $0.location == .url }) {
            let label: SwiftCode = url.isSecret ? "secret: " : ""
            statements += layout.call("packer.follow(", [.init(label, property(url.name))])
        }
        for header in endpoint.headers {
            statements += layout.call(
                "packer.header(",
                [.init("", StringLiteral(header.name)), .init("", StringLiteral(header.value))]
            )
        }
        for param in endpoint.params where param.location == .path && param.isSecret {
            statements.append(keepSecretStatement(for: param))
        }
        var packed: Set<String> = []
        if let object = endpoint.requestObject, let fields = shapes[object.shape]?.fields {
            for field in fields where field.isSent && !constants.contains(field.wireName) {
                packed.insert(field.wireName)
                statements += packStatements(for: field, of: object, overriddenBy: merged[field.wireName], in: endpoint)
            }
        }
        for param in params where !(param.location == place && packed.contains(param.wireName)) {
            statements += packStatement(for: param, in: endpoint, indentation: 12)
        }
        for constant in endpoint.constants {
            statements += packStatement(for: constant, in: endpoint)
        }
        if endpoint.body != nil {
            let contentType = endpoint.contentType.map { [CodeLayout.Argument("contentType: ", StringLiteral($0))] }
            statements += layout.call("packer.body(", [.init("", "body")] + (contentType ?? []))
        }
        return statements
    }

    /// The statement for a field of a shape, or for a param.
    func packStatement(for field: Field, in endpoint: Endpoint? = nil, indentation: Int) -> [SwiftCode] {
        guard field.isSent else { return [] }
        return packStatement(for: field, property: property(field.name), in: endpoint, indentation: indentation)
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
    ) -> [SwiftCode] {
        var field = field
        field.location = defaultLocation(of: endpoint)
        let property: SwiftCode = "\(self.property(object.name)).\(Identifier(field.name.swift))"
        guard let param else {
            return packStatement(for: field, property: property, in: endpoint, indentation: 12)
        }
        guard param.type.isOptional else {
            return packStatement(for: param, in: endpoint, indentation: 12)
        }
        if param.isNullable {
            return ["if case .absent = \(self.property(param.name)) {"]
                + packStatement(for: field, property: property, in: endpoint, indentation: 16)
                .map { $0.indented(by: 4) } + ["} else {"]
                + packStatement(for: param, in: endpoint, indentation: 16).map { $0.indented(by: 4) } + ["}"]
        }
        let isOneKind =
            !field.isNullable && param.type.unwrapped == field.type.unwrapped && param.format == field.format
            && param.style == field.style
            && param.transform == nil && field.transform == nil
        if isOneKind {
            let merged: SwiftCode = "\(self.property(param.name)) ?? \(property)"
            field.isSecret = field.isSecret || param.isSecret
            return packStatement(for: field, property: merged, in: endpoint, indentation: 12)
        }
        var own = param
        own.type = param.type.unwrapped
        let ours = packStatement(for: own, property: "value", in: endpoint, indentation: 16)
        let theirs = packStatement(for: field, property: property, in: endpoint, indentation: 16)
        return ["if let value = \(self.property(param.name)) {"] + ours.map { $0.indented(by: 4) }
            + ["} else {"] + theirs.map { $0.indented(by: 4) } + ["}"]
    }

    private func packStatement(
        for field: Field,
        property: SwiftCode,
        in endpoint: Endpoint?,
        indentation: Int
    ) -> [SwiftCode] {
        guard let transform = field.transform else {
            // Of a type that may be null, nil is sent.
            let isNull = field.isNullable && !field.type.isOptional
            return call(
                for: field,
                value: isNull ? "Nullable(\(property))" : property,
                in: endpoint,
                indentation: indentation
            )
        }
        let function = function(transform)
        guard field.type.isOptional else {
            return call(for: field, value: "\(function)(\(property))", in: endpoint, indentation: indentation)
        }
        return ["if let value = \(property) {"]
            + call(for: field, value: "\(function)(value)", in: endpoint, indentation: indentation + 4)
            .map { $0.indented(by: 4) } + ["}"]
    }

    private func call(for field: Field, value: SwiftCode, in endpoint: Endpoint?, indentation: Int) -> [SwiftCode] {
        let layout = CodeLayout(indentation: indentation)
        let format = field.transform == nil ? field.format.map { CodeLayout.Argument("format: ", $0.code) } : nil
        var arguments = [nameArgument(field.wireName)]
        arguments.append(CodeLayout.Argument("", field.isSecret ? keepSecret(value, format) : value))
        if field.transform == nil {
            if let format { arguments.append(format) }
            if let style = field.style, style != .repeat {
                arguments.append(.init("style: ", ".\(Identifier(style.rawValue))"))
            }
        }
        if let endpoint { arguments += location(field.location, in: endpoint) }
        return layout.call("packer.add(", arguments)
    }

    /// An expression for `value` that also tells the packer to show it nowhere.
    private func keepSecret(_ value: SwiftCode, _ format: CodeLayout.Argument?) -> SwiftCode {
        format.map { "packer.keepSecret(\(value), \($0.code))" } ?? "packer.keepSecret(\(value))"
    }

    /// A secret variable of the uri, which is packed elsewhere.
    private func keepSecretStatement(for param: Field) -> SwiftCode {
        let property = property(param.name)
        guard let transform = param.transform else {
            return keepSecret(property, param.format.map { CodeLayout.Argument("format: ", $0.code) })
        }
        return keepSecret("\(function(transform))(\(property))", nil)
    }

    /// A function of the user's.
    func function(_ transform: [String]) -> SwiftCode {
        transform.map { "\(Identifier($0))" as SwiftCode }.joined(separator: ".")
    }

    /// The name of a param. The packer is told here, once and for all, which names hold nothing to escape.
    func nameArgument(_ name: String) -> CodeLayout.Argument {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
            default: false
            }
        }
        return CodeLayout.Argument(isPlain ? "" : "escaping: ", StringLiteral(name))
    }

    private func packStatement(for constant: Endpoint.Constant, in endpoint: Endpoint) -> [SwiftCode] {
        let value: CodeLayout.Argument? =
            switch constant.value {
            case .string(let string): .init("", StringLiteral(string))
            case .integer(let integer): .init("", "\(NumberLiteral(integer))")
            case .number(let number): .init("", "\(NumberLiteral(number) ?? NumberLiteral(0))")
            case .bool(let bool): .init("", bool ? "true" : "false")
            case .null: nil
            }
        let name = nameArgument(constant.name)
        let place = location(defaultLocation(of: endpoint), in: endpoint)
        let layout = CodeLayout(indentation: 12)
        guard let value else { return layout.call("packer.addNull(", [name] + place) }
        return layout.call("packer.add(", [name, value] + place)
    }

    /// Where params and constants of an endpoint go of themselves.
    private func defaultLocation(of endpoint: Endpoint) -> Field.Location {
        endpoint.method.sendsParamsInQuery || endpoint.body != nil ? .query : .body
    }

    /// The `in:` argument where the packer would not put it there by the method alone.
    private func location(_ location: Field.Location, in endpoint: Endpoint) -> [CodeLayout.Argument] {
        let byMethod: Field.Location = endpoint.method.sendsParamsInQuery ? .query : .body
        return location == byMethod ? [] : [.init("in: ", ".\(Identifier(location.rawValue))")]
    }
}
