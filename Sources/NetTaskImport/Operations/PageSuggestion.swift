import NetTaskSpec

/// Finds how a list goes on from page to page, by what documents usually call it. They do not say it, so that a spec has it as
/// a comment, to be taken over into the one that extends it.
struct PageSuggestion {
    /// By their names in the spec.
    private let shapes: [String: [FieldDraft]]

    init(_ draft: SpecDraft) {
        let objects = draft.shapes.compactMap { shape -> (String, [FieldDraft])? in
            if case .object(let fields) = shape.kind {
                (shape.name, fields.filter { $0.only != .request })
            } else {
                nil
            }
        }
        shapes = Dictionary(objects) { first, _ in first }
    }

    /// What `pages` is, probably, as a spec writes it; nil where nothing looks like it.
    func pages(of endpoint: EndpointDraft) -> String? {
        guard endpoint.method == "GET", case .type(let type, _, _) = endpoint.response,
            let (items, item) = items(in: type)
        else { return nil }
        let form = link(endpoint) ?? lastItem(endpoint, type, items, item) ?? token(endpoint, type) ?? url(type)
        guard let form else { return nil }
        // Names of Swift need no quotes.
        let keys =
            form.filter { $0.key != "more" } + (items.map { [("items", $0)] } ?? []) + form.filter { $0.key == "more" }
        return "{" + keys.map { "\($0): \($1)" }.joined(separator: ", ") + "}"
    }

    private typealias Form = [(key: String, value: String)]

    /// The path of the list, nil where it is the whole reply, and the type of its elements.
    private func items(in type: TypeReference) -> (path: String?, item: TypeReference)? {
        if case .array(let item) = type { return (nil, item) }
        let lists = fields(of: type).compactMap { field -> (FieldDraft, TypeReference)? in
            if case .array(let item) = field.type { (field, item) } else { nil }
        }
        let list = lists.count == 1 ? lists[0] : lists.first { Self.listNames.contains(Self.plain($0.0.wireName)) }
        return list.map { ($0.0.name, $0.1) }
    }

    // MARK: The usual forms

    /// `Link` (RFC 8288).
    private func link(_ endpoint: EndpointDraft) -> Form? {
        endpoint.responseHeaders.contains { $0.wireName.lowercased() == "link" } ? [("next", "Link")] : nil
    }

    /// `starting_after` with `has_more`: the cursor is the last item.
    private func lastItem(
        _ endpoint: EndpointDraft,
        _ type: TypeReference,
        _ items: String?,
        _ item: TypeReference
    ) -> Form? {
        guard let param = param(endpoint, ["startingafter"]),
            let more = fields(of: type).first(where: {
                Self.plain($0.wireName) == "hasmore" && $0.type == .scalar(.bool)
            }),
            let id = fields(of: item).first(where: { $0.wireName == "id" && $0.type == param.type }), isCursor(id.type)
        else { return nil }
        let path = [items, "last", id.name].compactMap { $0 }.joined(separator: ".")
        return [("cursor", param.name), ("next", path), ("more", more.name)]
    }

    /// `next_page_token` with `page_token`, and others of the kind, also one level down.
    private func token(_ endpoint: EndpointDraft, _ type: TypeReference) -> Form? {
        guard let param = param(endpoint, Self.cursorParams) else { return nil }
        let isNext = { (field: FieldDraft) in
            Self.cursorFields.contains(Self.plain(field.wireName)) && field.type == param.type && isCursor(field.type)
        }
        return path(in: type, to: isNext).map { [("cursor", param.name), ("next", $0)] }
    }

    /// `@odata.nextLink`, and others of the kind.
    private func url(_ type: TypeReference) -> Form? {
        let isURL = { (field: FieldDraft) in
            let name = Self.plain(field.wireName)
            return Self.urlFields.contains(name) && (field.type == .scalar(.url) || field.type == .string)
                || name == "next" && field.type == .scalar(.url)
        }
        return path(in: type, to: isURL).map { [("url", $0)] }
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
    private static let urlFields: Set = ["@odata.nextlink", "nextlink", "nextpageurl", "nexturl"]

    /// A name without what stands between its words.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

    private func param(_ endpoint: EndpointDraft, _ names: [String]) -> FieldDraft? {
        endpoint.params.first { names.contains(Self.plain($0.wireName)) }
    }

    private func fields(of type: TypeReference) -> [FieldDraft] {
        if case .shape(let name) = type { shapes[name] ?? [] } else { [] }
    }

    private func path(in type: TypeReference, to isMeant: (FieldDraft) -> Bool) -> String? {
        let fields = fields(of: type)
        if let field = fields.first(where: isMeant) { return field.name }
        for outer in fields {
            if let inner = self.fields(of: outer.type).first(where: isMeant) { return "\(outer.name).\(inner.name)" }
        }
        return nil
    }

    /// Whether `pages` takes it for a cursor.
    private func isCursor(_ type: TypeReference) -> Bool {
        guard case .scalar(let scalar) = type else { return false }
        return scalar == .string || scalar == .uuid || scalar.integerBits != nil
    }
}
