import NetTaskSpec

/// Finds the way to request the next page of a list, by the usual names. Documents do not state it. Therefore the spec suggests
/// it in a comment, and users copy it to the spec that extends the import.
struct PageSuggestion {
    /// The fields of the shapes, by the names in the spec.
    private let shapes: [String: [Field]]

    /// - Parameter shapes: The shapes of the spec, by their names.
    init(_ shapes: [String: Shape]) {
        self.shapes = shapes.compactMapValues { $0.fields?.filter(\.isRead) }
    }

    /// Comments that suggest `pages`, state the assumption, and explain how to verify it. Empty if no pattern matches.
    func comments(for endpoint: Endpoint) -> [String] {
        guard endpoint.method == .get || endpoint.method == .post, let type = endpoint.response.type?.unwrapped,
            let (items, item) = items(in: type)
        else { return [] }
        let byParam = lastItem(endpoint, type, items, item) ?? token(endpoint, type)
        // A POST request is a search only if a param selects the next page.
        let form =
            endpoint.method == .get
            ? link(endpoint) ?? byParam ?? url(type) ?? counted(endpoint) : byParam ?? counted(endpoint)
        guard let form else { return [] }
        // Names in Swift need no quotes in YAML.
        let keys =
            form.keys.filter { $0.key != "more" } + (items.map { [("items", $0)] } ?? [])
            + form.keys.filter { $0.key == "more" }
        let first = form.first.map { ["The first page: add `params: {\($0)}`, as the document describes it."] } ?? []
        return [
            "pages: {" + keys.map { "\($0): \($1)" }.joined(separator: ", ") + "}",
            "It assumes that \(form.assumption).",
        ]
            + first + ["To verify it, \(check(endpoint, type))."]
    }

    /// A way to request the next page.
    private struct Form {
        var keys: [(key: String, value: String)]
        /// A fact that the document does not state.
        var assumption: String
        /// A param of the first request with its default, as a spec writes them.
        var first: String?
    }

    /// Returns a comparison that shows whether any item is missing.
    private func check(_ endpoint: Endpoint, _ type: TypeReference) -> String {
        let pageSize = param(endpoint, Self.sizeParams).map { " with a small `\($0.name.written)`" } ?? ""
        let total = path(in: type) {
            Self.totalFields.contains(Self.plain($0.wireName)) && $0.type.unwrapped.integerBits != nil
        }
        let whole = total.map { "with `\($0)`" } ?? "with the number of items on the server"
        return "compare the number of items of all pages\(pageSize) \(whole)"
    }

    /// Returns the path of the list, and the type of its elements. The path is `nil` if the list is the whole reply.
    private func items(in type: TypeReference) -> (path: String?, item: TypeReference)? {
        if case .array(let item) = type { return (nil, item) }
        let lists = fields(of: type).compactMap { field -> (Field, TypeReference)? in
            if case .array(let item) = field.type.unwrapped { (field, item) } else { nil }
        }
        let list = lists.count == 1 ? lists[0] : lists.first { Self.listNames.contains(Self.plain($0.0.wireName)) }
        return list.map { ($0.0.name.written, $0.1) }
    }

    // MARK: The usual forms

    /// Suggests `Link` (RFC 8288).
    private func link(_ endpoint: Endpoint) -> Form? {
        endpoint.responseHeaders.contains { $0.wireName.lowercased() == "link" }
            ? Form(keys: [("next", "Link")], assumption: "each page but the last has a `Link` of `rel=\"next\"`") : nil
    }

    /// Suggests `starting_after` with `has_more`. The cursor is the last item.
    private func lastItem(
        _ endpoint: Endpoint,
        _ type: TypeReference,
        _ items: String?,
        _ item: TypeReference
    ) -> Form? {
        guard let param = param(endpoint, ["startingafter"]),
            let more = fields(of: type).first(where: {
                Self.plain($0.wireName) == "hasmore" && $0.type.unwrapped == .scalar(.bool)
            }),
            let id = fields(of: item).first(where: {
                $0.wireName == "id" && $0.type.unwrapped == param.type.unwrapped
            }), id.type.unwrapped.isName
        else { return nil }
        let path = [items, "last", id.name.written].compactMap { $0 }.joined(separator: ".")
        let assumption =
            "`\(param.name.written)` takes the last item's `\(id.name.written)`, and `\(more.name.written)` is false on the last page"
        return Form(
            keys: [("cursor", param.name.written), ("next", path), ("more", more.name.written)],
            assumption: assumption
        )
    }

    /// Suggests `next_page_token` with `page_token`, and similar names. The token may be one level down.
    private func token(_ endpoint: Endpoint, _ type: TypeReference) -> Form? {
        guard let param = param(endpoint, Self.cursorParams) else { return nil }
        let isNext = { (field: Field) in
            Self.cursorFields.contains(Self.plain(field.wireName)) && field.type.unwrapped == param.type.unwrapped
                && field.type.unwrapped.isName
        }
        return path(in: type, to: isNext).map { next in
            var form = Form(
                keys: [("cursor", param.name.written), ("next", next)],
                assumption: "`\(param.name.written)` takes the `\(next)` of the page before, and the last page has none"
            )
            let words = param.description?.lowercased() ?? ""
            if param.type.unwrapped == .string, words.contains("empty string") || words.contains("\"\"") {
                form.first = "\(param.name.written): {type: String, default: \"\"}"
            }
            return form
        }
    }

    /// Suggests `@odata.nextLink`, and similar names.
    private func url(_ type: TypeReference) -> Form? {
        let isURL = { (field: Field) in
            let name = Self.plain(field.wireName)
            return Self.urlFields.contains(name) && [.scalar(.url), .string].contains(field.type.unwrapped)
                || name == "next" && field.type.unwrapped == .scalar(.url)
        }
        return path(in: type, to: isURL).map { url in
            Form(keys: [("url", url)], assumption: "`\(url)` leads to the next page, and the last page has none")
        }
    }

    /// Suggests a number of items to skip, or the number of a page.
    private func counted(_ endpoint: Endpoint) -> Form? {
        func param(_ names: [String]) -> Field? {
            self.param(endpoint, names).flatMap { $0.type.unwrapped.integerBits?.bits ?? 0 >= 32 ? $0 : nil }
        }
        if let offset = param(["offset", "skip"]) {
            let assumption =
                "`\(offset.name.written)` is the number of items to skip, and a page after the last item is empty"
            return Form(keys: [("offset", offset.name.written)], assumption: assumption)
        }
        guard let page = param(["page", "pagenumber"]) else { return nil }
        let isFromZero = page.defaultValue == .integer(0)
        return Form(
            keys: [("page", page.name.written)],
            assumption:
                "`\(page.name.written)` counts pages from \(isFromZero ? 0 : 1), and a page after the last one is empty",
            first: isFromZero ? "\(page.name.written): {type: \(page.type.unwrapped), default: 0}" : nil
        )
    }

    // MARK: Names

    private static let listNames: Set = [
        "data", "elements", "entries", "items", "list", "objects", "records", "results", "value", "values",
    ]
    private static let cursorParams = [
        "after", "continuationtoken", "cursor", "nextcursor", "nexttoken", "pagecursor", "pagetoken", "startcursor",
    ]
    private static let cursorFields: Set = [
        "continuationtoken", "endcursor", "nextcursor", "nextpagetoken", "nexttoken", "after", "next",
    ]
    private static let sizeParams = ["limit", "maxresults", "pagesize", "perpage", "size", "take", "top"]
    private static let totalFields: Set = ["total", "totalcount", "totalentries", "totalitems", "totalresults"]
    private static let urlFields: Set = ["@odata.nextlink", "nextlink", "nextpageurl", "nexturl"]

    /// Returns a name in lowercase, without separators.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

    private func param(_ endpoint: Endpoint, _ names: [String]) -> Field? {
        endpoint.params.first { names.contains(Self.plain($0.wireName)) }
    }

    private func fields(of type: TypeReference) -> [Field] {
        if case .shape(let name) = type { shapes[name] ?? [] } else { [] }
    }

    private func path(in type: TypeReference, to isIncluded: (Field) -> Bool) -> String? {
        let fields = fields(of: type)
        if let field = fields.first(where: isIncluded) { return field.name.written }
        for outer in fields {
            if let inner = self.fields(of: outer.type.unwrapped).first(where: isIncluded) {
                return "\(outer.name.written).\(inner.name.written)"
            }
        }
        return nil
    }
}
