/// Breaks long declarations and calls over lines, as `swift format` does under this package's configuration.
struct CodeLayout {
    /// The columns that the template puts before each line.
    var indentation: Int

    /// `lineLength` of the configuration.
    static let lineLength = 120

    /// One argument of a call, or one parameter of a declaration.
    struct Argument {
        var prefix: SwiftCode
        var value: Value

        enum Value {
            case code(SwiftCode)
            case string(StringLiteral)
            case list([StringLiteral])
        }

        init(_ prefix: SwiftCode, _ value: Value) {
            self.prefix = prefix
            self.value = value
        }

        init(_ prefix: SwiftCode = "", _ value: SwiftCode) {
            self.prefix = prefix
            self.value = .code(value)
        }

        init(_ prefix: SwiftCode = "", _ value: StringLiteral) {
            self.prefix = prefix
            self.value = .string(value)
        }

        init(list: [StringLiteral]) {
            prefix = ""
            value = .list(list)
        }

        /// What `swift format` leaves free on a line for a list: a comma behind its last element.
        fileprivate var spareRoom: Int {
            if case .list(let strings) = value, strings.count > 1 { 1 } else { 0 }
        }

        var code: SwiftCode {
            switch value {
            case .code(let code): "\(prefix)\(code)"
            case .string(let string): "\(prefix)\(string)"
            case .list(let strings): "\(prefix)[\(strings.map { "\($0)" as SwiftCode }.joined(separator: ", "))]"
            }
        }
    }

    /// `head(arguments)tail` on one line if it fits, else with each argument on a line of its own.
    func call(_ head: SwiftCode, _ arguments: [Argument], _ tail: SwiftCode = ")") -> [SwiftCode] {
        let oneLine: SwiftCode = "\(head)\(arguments.map(\.code).joined(separator: ", "))\(tail)"
        let room = arguments.map(\.spareRoom).max() ?? 0
        if fits(oneLine, besides: room) || arguments.isEmpty { return [oneLine] }
        var lines = [head]
        for (index, argument) in arguments.enumerated() {
            let comma: SwiftCode = index == arguments.count - 1 ? "" : ","
            lines += self.argument(argument, followedBy: comma)
        }
        return lines + [tail]
    }

    /// The start of a type's declaration: `struct Name: A, B {`, on several lines if it does not fit on one.
    func type(_ head: SwiftCode, _ conformances: [SwiftCode]) -> [SwiftCode] {
        let oneLine: SwiftCode = "\(head): \(conformances.joined(separator: ", ")) {"
        if fits(oneLine) { return [oneLine] }
        var lines: [SwiftCode] = []
        var line: SwiftCode = "\(head):"
        for (index, conformance) in conformances.enumerated() {
            let comma: SwiftCode = index == conformances.count - 1 ? "" : ","
            let longer: SwiftCode = "\(line) \(conformance)\(comma)"
            if fits(longer) {
                line = longer
            } else {
                lines.append(line)
                line = "    \(conformance)\(comma)"
            }
        }
        return lines + [line, "{"]
    }

    /// A getter, or another body, of one expression: `{ expression }` on the declaration's line if it fits.
    func body(_ declaration: SwiftCode, _ value: Argument.Value) -> [SwiftCode] {
        let argument = Argument("", value)
        let oneLine: SwiftCode = "\(declaration) { \(argument.code) }"
        if fits(oneLine) { return [oneLine] }
        return ["\(declaration) {"] + self.argument(argument, followedBy: "") + ["}"]
    }

    /// `target = value`, on two lines if it does not fit on one.
    func assignment(_ target: SwiftCode, _ value: SwiftCode) -> [SwiftCode] {
        let oneLine: SwiftCode = "\(target) = \(value)"
        return fits(oneLine) ? [oneLine] : ["\(target) =", "    \(value)"]
    }

    /// The same for a value of any kind, as a statement.
    func assignment(_ target: SwiftCode, _ value: Argument.Value) -> [SwiftCode] {
        let argument = Argument("", value)
        let oneLine: SwiftCode = "\(target) = \(argument.code)"
        if fits(oneLine, besides: argument.spareRoom) { return [oneLine] }
        switch value {
        case .code(let code): return assignment(target, code)
        case .string(let text):
            return ["\(target) ="] + text.lines(width: 96 - indentation).map { $0.indented(by: 4) }
        case .list(let texts): return ["\(target) = ["] + texts.map { "    \($0)," } + ["]"]
        }
    }

    /// `case pattern: statement`, on two lines if it does not fit on one.
    func switchCase(_ pattern: SwiftCode, _ statement: SwiftCode) -> [SwiftCode] {
        let oneLine: SwiftCode = "case \(pattern): \(statement)"
        return fits(oneLine) ? [oneLine] : ["case \(pattern):", "    \(statement)"]
    }

    /// The same for a statement that is a call.
    func switchCase(_ pattern: SwiftCode, _ head: SwiftCode, _ arguments: [Argument]) -> [SwiftCode] {
        let lines = CodeLayout(indentation: indentation + 4).call(head, arguments)
        guard lines.count > 1 else { return switchCase(pattern, lines[0]) }
        return ["case \(pattern):"] + lines.map { $0.indented(by: 4) }
    }

    /// The same for a pattern that is text.
    func switchCase(_ pattern: StringLiteral, _ statement: SwiftCode) -> [SwiftCode] {
        let line: SwiftCode = "case \(pattern):"
        if fits(line) { return switchCase("\(pattern)", statement) }
        let lines = pattern.lines(width: 100 - indentation)
        return ["case \(lines[0])"] + lines.dropFirst().dropLast()
            + ["\(lines[lines.count - 1]):", "    \(statement)"]
    }

    /// The same for a value that is text.
    func switchCase(_ pattern: SwiftCode, _ value: StringLiteral) -> [SwiftCode] {
        let line: SwiftCode = "    \(value)"
        if fits(line) { return switchCase(pattern, "\(value)") }
        return ["case \(pattern):"] + value.lines(width: 96 - indentation).map { $0.indented(by: 4) }
    }

    /// The entries of a dictionary literal, each on a line of its own, or on two if it does not fit.
    func entries(_ entries: [(key: StringLiteral, value: SwiftCode)]) -> [SwiftCode] {
        let comma: SwiftCode = entries.count == 1 ? "" : ","
        return entries.flatMap { key, value in
            let oneLine: SwiftCode = "\(key): \(value)\(comma)"
            return fits(oneLine) ? [oneLine] : ["\(key):", "    \(value)\(comma)"]
        }
    }

    func argument(_ argument: Argument, followedBy comma: SwiftCode) -> [SwiftCode] {
        let line: SwiftCode = "    \(argument.code)\(comma)"
        if fits(line, besides: argument.spareRoom) { return [line] }
        switch argument.value {
        case .code:
            return [line]
        case .list(let strings):
            return ["    \(argument.prefix)["] + strings.map { "        \($0)," } + ["    ]\(comma)"]
        case .string(let string):
            // What stands behind a label is indented once more than what stands behind a `=`.
            let isLabelled = !argument.prefix.text.isEmpty && !argument.prefix.text.hasSuffix("= ")
            let inner = isLabelled ? 8 : 4
            let lines = string.lines(width: 100 - indentation - inner)
            return ["    \(argument.prefix)\(lines[0])"]
                + lines.dropFirst().dropLast().map { $0.indented(by: inner) }
                + ["\(lines[lines.count - 1].indented(by: inner))\(comma)"]
        }
    }

    private func fits(_ line: SwiftCode, besides room: Int = 0) -> Bool {
        let left = Self.lineLength - indentation - room
        // Bytes are counted already; columns are never more.
        return line.text.utf8.count <= left || line.width <= left
    }
}
