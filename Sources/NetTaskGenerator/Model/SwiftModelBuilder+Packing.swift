import NetTaskSpec

extension SwiftModelBuilder {
    /// The statements that pack a task, in the order in which they reach the wire.
    func packStatements(for endpoint: Endpoint) -> [SwiftLine] {
        endpoint.packSteps(shapes).flatMap { step -> [SwiftLine] in
            switch step {
            case .follow(let url):
                let label: SwiftCode = url.isSecret ? "secret: " : ""
                return ["packer.follow(\(label)\(property(url.name)))"]
            case .header(let header):
                return ["packer.header(\(StringLiteral(header.name)), \(StringLiteral(header.value)))"]
            case .keepSecret(let param):
                return [SwiftLine(keepSecretStatement(for: param))]
            case .param(let param):
                return packStatement(for: param, in: endpoint)
            case .objectField(let field):
                return packStatement(for: field, property: objectProperty(field, of: endpoint), in: endpoint)
            case .either(let param, let field, let isOneKind):
                return packStatements(for: param, or: field, isOneKind: isOneKind, in: endpoint)
            case .constant(let constant):
                return [packStatement(for: constant, in: endpoint)]
            case .body:
                return packBody(of: endpoint)
            }
        }
    }

    private func packBody(of endpoint: Endpoint) -> [SwiftLine] {
        guard !endpoint.bodies.isEmpty else { return endpoint.bodyForms.map { packBody($0, "body") } }
        let cases: [SwiftLine] = endpoint.bodies.map { content in
            packBody(content, "value").wrapped(in: "case .\(Identifier(content.name.swift))(let value): ")
        }
        let absent: [SwiftLine] = endpoint.body?.isOptional == true ? ["case nil: packer.body(nil as String?)"] : []
        return ["switch body {"] + cases + absent + ["}"]
    }

    /// The statement for the whole body of one media type.
    private func packBody(_ content: BodyContent, _ value: SwiftCode) -> SwiftLine {
        var arguments: [SwiftCode] = [value]
        if let encoding = content.formEncoding {
            arguments.append("encoding: .\(Identifier(encoding.rawValue))")
        } else if !content.mediaType.isEmpty {
            arguments.append("contentType: \(StringLiteral(content.mediaType))")
        }
        return .call("packer.body(", arguments)
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

    /// A field of the request object.
    private func objectProperty(_ field: Field, of endpoint: Endpoint) -> SwiftCode {
        let object = endpoint.requestObject.map { property($0.name) } ?? ""
        return "\(object).\(Identifier(field.name.swift))"
    }

    /// An optional param, and the field of the request object that takes its place where it has no value.
    private func packStatements(
        for param: Field,
        or field: Field,
        isOneKind: Bool,
        in endpoint: Endpoint
    ) -> [SwiftLine] {
        let property = objectProperty(field, of: endpoint)
        if isOneKind {
            let merged: SwiftCode = "\(self.property(param.name)) ?? \(property)"
            return packStatement(for: field, property: merged, in: endpoint)
        }
        let theirs = packStatement(for: field, property: property, in: endpoint)
        if param.isNullable {
            let ours = packStatement(for: param, in: endpoint)
            return ["if case .absent = \(self.property(param.name)) {"] + theirs.indented() + ["} else {"]
                + ours.indented() + ["}"]
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
    func keepSecret(_ value: SwiftCode, _ format: SwiftCode?) -> SwiftCode {
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

    /// The name of a param. Names without characters to escape are marked here, at generation time, for the packer.
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
        let place = location(endpoint.defaultLocation, in: endpoint)
        guard let value else { return .call("packer.addNull(", [name] + place) }
        return .call("packer.add(", [name, value] + place)
    }

    /// The `in:` argument where the packer would not put it there by the method alone.
    private func location(_ location: Field.Location, in endpoint: Endpoint) -> [SwiftCode] {
        let byMethod: Field.Location = endpoint.method.sendsParamsInQuery ? .query : .body
        return location == byMethod ? [] : ["in: .\(Identifier(location.rawValue))"]
    }
}
