package import NetTaskRuntime

/// The values that a task adds to its packer.
package struct Program: Sendable {
    package struct Param: Sendable {
        package enum Name: Sendable {
            /// Of letters, digits and `-._~`.
            case literal(StaticString)
            case escaped(String)

            package var text: String {
                switch self {
                case .literal(let name): "\(name)"
                case .escaped(let name): name
                }
            }
        }

        package var name: Name
        package var value: Value
        /// nil if the call does not set it.
        package var format: ValueFormat?
        package var style: ArrayStyle?
        package var location: ParameterLocation?
    }

    /// Of the path.
    package var variable: String
    package var params: [Param] = []
    /// Instead of params of the body.
    package var body: Value?

    package init(variable: String, params: [Param] = [], body: Value? = nil) {
        self.variable = variable
        self.params = params
        self.body = body
    }

    package init(from choices: inout Choices) {
        variable = choices.one(of: ["1", "a b", "a/b"])
        if choices.below(8) == 0 { variable = choices.text() }
        if choices.below(8) == 0 { body = Value(from: &choices, levels: 4) }
        params = Self.params(from: &choices, most: 12, levels: 4)
        if body != nil {
            for index in params.indices {
                params[index].location = params[index].location == .header ? .header : .query
            }
        }
    }

    /// Each name occurs once, because JSON readers differ for duplicates.
    static func params(from choices: inout Choices, most: Int, levels: Int) -> [Param] {
        var params: [Param] = []
        var names: Set<String> = []
        for _ in 0..<choices.below(most + 1) where !choices.isAtEnd {
            let name = choices.below(2) == 0 ? .literal(choices.one(of: literals)) : Param.Name.escaped(choices.text())
            var param = Param(name: name, value: Value(from: &choices, levels: levels))
            if choices.below(2) == 0 { param.format = choices.one(of: ValueFormat.ofDates) }
            if choices.below(2) == 0 { param.style = choices.one(of: ArrayStyle.allCases) }
            if choices.below(4) == 0 { param.location = choices.one(of: ParameterLocation.allCases) }
            if names.insert(name.text).inserted { params.append(param) }
        }
        return params
    }

    private static let literals: [StaticString] = ["a", "b", "id", "user_id", "X-Trace", "a.b~c", "Content-Type", "0"]

    package func add(to packer: inout ParameterPacker) {
        for param in params { param.add(to: &packer) }
        switch body {
        case nil: break
        case .data(let data)?: packer.body(data)
        case .string(let text)?: packer.body(text)
        case .file(let file)?: packer.body(file)
        case let value?: packer.body(value)
        }
    }
}

extension Program.Param {
    package func add(to packer: inout ParameterPacker) {
        switch (name, format, style) {
        case (.literal(let name), nil, nil):
            if case .null(isWritten: true) = value {
                packer.addNull(name, in: location)
            } else {
                packer.add(name, value, in: location)
            }
        case (.literal(let name), let format?, nil):
            packer.add(name, value, format: format, in: location)
        case (.literal(let name), let format, let style?):
            packer.add(name, value, format: format ?? .iso8601, style: style, in: location)
        case (.escaped(let name), nil, nil) where location == .header && value.asString != nil:
            packer.header(name, value.asString ?? "")
        case (.escaped(let name), let format, let style):
            if case .null(isWritten: true) = value {
                packer.addNull(escaping: name, in: location)
            } else {
                let style = style ?? .repeat
                packer.add(escaping: name, value, format: format ?? .iso8601, style: style, in: location)
            }
        }
    }

    /// Whether `null` is added, instead of nothing.
    var isWrittenNull: Bool {
        guard case .null(isWritten: true) = value else { return false }
        if case .literal = name { return format == nil && style == nil }
        return true
    }
}
