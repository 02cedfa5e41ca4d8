import NetTaskSpec

extension SwiftModelBuilder {
    /// The functions of a task whose response is a page of a list; none of another one.
    func pageFunctions(of endpoint: Endpoint) -> [[SwiftLine]] {
        guard let pages = endpoint.pages else { return [] }
        let items: SwiftLine = pages.items.isOptional ? "\(code(pages.items)) ?? []" : "\(code(pages.items))"
        return [
            .braces(
                "\(access)static func items(in response: Response) -> \(types.code(for: pages.items.type)) {",
                [items]
            ),
            .braces(
                "\(access)func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<Self>? {",
                end(pages) + nextPage(pages, endpoint)
            ),
        ]
    }

    /// The statement that ends the list where the response says so.
    private func end(_ pages: Pages) -> [SwiftLine] {
        guard let more = pages.more else { return [] }
        return [more.isOptional ? "if \(code(more)) == false { return nil }" : "if !\(code(more)) { return nil }"]
    }

    private func nextPage(_ pages: Pages, _ endpoint: Endpoint) -> [SwiftLine] {
        switch pages.form {
        case .link:
            return ["return HTTPPageTask(self, linkOf: reply)"]
        case .url(let path):
            return ["return HTTPPageTask(self, url: \(code(path)), of: reply)"]
        case .cursor(let name, let path):
            guard let param = param(name, endpoint) else { return ["return nil"] }
            let cursor: SwiftLine =
                path.isOptional ? "guard let cursor = \(code(path)) else { return nil }" : "let cursor = \(code(path))"
            let text: SwiftCode = path.type == .scalar(.string) ? "cursor" : "\"\\(cursor)\""
            return [cursor] + next(of: endpoint, param, "cursor") + ["return HTTPPageTask(next, cursor: \(text))"]
        case .page(let name, let limit):
            guard let param = param(name, endpoint) else { return ["return nil"] }
            let value: SwiftCode = param.mayBeNil ? "(\(value(param)) ?? 1) + 1" : "\(value(param)) + 1"
            return count(limit: self.param(limit, endpoint)) + next(of: endpoint, param, value)
                + ["return HTTPPageTask(next)"]
        case .offset(let name, let limit):
            guard let param = param(name, endpoint) else { return ["return nil"] }
            let isInt = param.type.unwrapped == .scalar(.int)
            let count: SwiftCode = isInt ? "count" : "\(types.code(for: param.type.unwrapped))(count)"
            let value: SwiftCode =
                param.mayBeNil ? "(\(value(param)) ?? 0) + \(count)" : "\(value(param)) + \(count)"
            return self.count(limit: self.param(limit, endpoint)) + next(of: endpoint, param, value)
                + ["return HTTPPageTask(next)"]
        }
    }

    private func param(_ name: String?, _ endpoint: Endpoint) -> Field? {
        endpoint.params.first { $0.name.written == name }
    }

    /// The statements that end a list whose pages are counted.
    ///
    /// - Parameter limit: The param that is the number of items of a page.
    private func count(limit: Field?) -> [SwiftLine] {
        let end: SwiftLine? = limit.map { limit in
            limit.mayBeNil
                ? "if let limit = \(value(limit)), count < limit { return nil }"
                : "if count < \(value(limit)) { return nil }"
        }
        return ["let count = Self.items(in: response).count", "if count == 0 { return nil }"] + [end].compactMap { $0 }
    }

    /// The statements that make the task of the next page, `next`.
    private func next(of endpoint: Endpoint, _ param: Field, _ value: SwiftCode) -> [SwiftLine] {
        let isNullable = param.isNullable && param.type.isOptional
        let value: SwiftCode = isNullable ? ".value(\(value))" : value
        if endpoint.isMutable { return ["var next = self", "next.\(Identifier(param.name.swift)) = \(value)"] }
        let replaced = (name: Identifier(param.name.swift), value: value)
        return [copy(of: "Self", endpoint.members, "self.", replaced).wrapped(in: "let next = ")]
    }

    /// What a param is in the task of this page, as an optional where it may be none.
    private func value(_ param: Field) -> SwiftCode {
        let property: SwiftCode = "self.\(Identifier(param.name.swift))"
        return param.isNullable && param.type.isOptional ? "\(property).value" : property
    }

    /// What a path leads to.
    func code(_ path: ResponsePath) -> SwiftCode {
        var code: SwiftCode = "response"
        var isOptional = path.isResponseOptional
        for step in path.steps {
            code = "\(code)\(isOptional ? "?." : ".")\(Identifier(step.name))"
            if step.kind == .nullable { code = "\(code).value" }
            isOptional = step.kind != .value
        }
        return code
    }
}

extension Field {
    fileprivate var mayBeNil: Bool { type.isOptional || isNullable }
}
