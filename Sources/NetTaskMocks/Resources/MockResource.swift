/// A kind of things that an API keeps, derived from its paths: `orders/{id}`.
package struct MockResource: Sendable {
    /// The path of one thing, as the spec writes it.
    package var path: String
    /// The methods of the thing and of its collection.
    package var methods: [String]
    /// The variable that identifies a thing; `nil` if there is only one thing, such as `settings`.
    var variable: String?
    /// The member with the same value; `nil` if things have none.
    var idMember: String?
    /// The type of a thing, as replies have it.
    var type: MockType
    /// The path of members from a reply with one thing to the thing.
    var wrapping: [String]
    /// Whether requests list or create the things. Otherwise, a thing exists until it is removed.
    var isListed: Bool
}

/// What an endpoint does with the memory.
enum MockAction: Sendable, Equatable {
    /// The number is that of the segments of the collection's path, for a list with another path: `orders/search`.
    case list(segments: Int)
    case create
    /// Replaces or creates the thing that the body identifies.
    case store
    case read
    /// Replaces a thing, or creates it.
    case replace
    case change
    case remove
    /// Something else with a thing: `orders/{id}/cancel`. The number is that of the segments of the path to the thing.
    case other(segments: Int)

    /// Whether the path identifies a thing.
    var isAboutOneThing: Bool {
        switch self {
        case .list, .create, .store: false
        default: true
        }
    }
}

/// The resources of a description, and the action of each endpoint.
struct MockResources: Sendable {
    private(set) var all: [MockResource] = []
    /// The resource and the action of an endpoint, by the endpoint's name.
    private(set) var actions: [String: (resource: Int, action: MockAction)] = [:]

    init() {}

    init(_ description: MockDescription) {
        let form = TypedForm(shapes: description.shapes)
        let routes = MockRouter(description).routes.filter { !$0.template.isOpen }
        let byKey = Dictionary(grouping: routes) { $0.template.key }
        var found: [String: Int] = [:]
        for route in routes {
            let key = route.template.key
            if found[key] != nil { continue }
            let here = byKey[key] ?? []
            let resource =
                route.template.lastVariable == nil
                ? Self.single(route.template, here, form)
                : Self.item(route.template, here, byKey[Self.parent(of: route.template)] ?? [], form)
            guard let resource else { continue }
            found[key] = all.count
            all.append(resource)
        }
        for route in routes {
            if let index = found[route.template.key] {
                actions[route.endpoint.name] = Self.action(route.endpoint.method).map { (index, $0) }
            } else if let (index, action) = action(of: route, found, form) {
                actions[route.endpoint.name] = (index, action)
            }
        }
    }

    private static func parent(of template: PathTemplate) -> String {
        PathTemplate.key(of: template.segments.dropLast())
    }

    private static func action(_ method: String) -> MockAction? {
        switch method {
        case "GET", "HEAD": .read
        case "PUT": .replace
        case "PATCH": .change
        case "POST": .change
        case "DELETE": .remove
        default: nil
        }
    }

    /// The action of an endpoint whose path is that of a collection, or longer than that of a thing.
    private func action(
        of route: MockRouter.Route,
        _ found: [String: Int],
        _ form: TypedForm
    ) -> (Int, MockAction)? {
        let collection = route.template.key + (route.template.segments.isEmpty ? "{}" : "/{}")
        if let index = found[collection] {
            switch route.endpoint.method {
            case "GET": return (index, .list(segments: route.template.segments.count))
            case "POST": return (index, .create)
            case "PUT", "PATCH": return (index, .store)
            default: return nil
            }
        }
        if let index = found[Self.parent(of: route.template) + "/{}"], lists(route.endpoint, all[index].type, form) {
            return (index, .list(segments: route.template.segments.count - 1))
        }
        for count in stride(from: route.template.segments.count - 1, to: 0, by: -1) {
            if let index = found[PathTemplate.key(of: route.template.segments[..<count])], all[index].variable != nil {
                return (index, .other(segments: count))
            }
        }
        return nil
    }

    /// Whether an endpoint replies with a list of things of a type.
    private func lists(_ endpoint: MockEndpoint, _ type: MockType, _ form: TypedForm) -> Bool {
        guard endpoint.method == "GET", let reply = Self.successType(endpoint),
            case .list(.shape(let element), _) = form.unwrapped(reply), case .shape(let name) = type
        else { return false }
        return element == name
    }

    /// A thing among others: it can be read, and changed, created or listed.
    private static func item(
        _ template: PathTemplate,
        _ own: [MockRouter.Route],
        _ collection: [MockRouter.Route],
        _ form: TypedForm
    ) -> MockResource? {
        guard let variable = template.lastVariable else { return nil }
        let creates = collection.contains { $0.endpoint.method == "POST" }
        let lists = collection.contains { route in
            route.endpoint.method == "GET" && successType(route.endpoint).map { listPath(in: $0, form) != nil } == true
        }
        let changes = own.contains { ["PUT", "PATCH", "DELETE"].contains($0.endpoint.method) }
        let reads = own.contains { $0.endpoint.method == "GET" }
        guard reads && (creates || lists || changes) || changes && (creates || lists) else { return nil }
        let variableType = own.lazy.compactMap { route in
            route.endpoint.params.first { $0.location == .path && $0.name == variable }?.type
        }.first
        let typed =
            own.filter { $0.endpoint.method == "GET" } + own.filter { $0.endpoint.method != "GET" }
            + collection.filter { $0.endpoint.method == "POST" }
        for route in typed {
            guard let type = successType(route.endpoint) else { continue }
            guard let place = objectPath(in: type, variable, variableType, form) else { continue }
            return MockResource(
                path: own.first?.endpoint.path ?? template.key,
                methods: methods(own, collection),
                variable: variable,
                idMember: place.member,
                type: place.type,
                wrapping: place.path,
                isListed: creates || lists
            )
        }
        return nil
    }

    /// The only thing with its path: it can be read and changed.
    private static func single(
        _ template: PathTemplate,
        _ own: [MockRouter.Route],
        _ form: TypedForm
    ) -> MockResource? {
        guard own.contains(where: { ["PUT", "PATCH"].contains($0.endpoint.method) }),
            let read = own.first(where: { $0.endpoint.method == "GET" }), let type = successType(read.endpoint),
            case .object = form.unwrapped(type)
        else { return nil }
        return MockResource(
            path: read.endpoint.path,
            methods: methods(own, []),
            variable: nil,
            idMember: nil,
            type: type,
            wrapping: [],
            isListed: true
        )
    }

    private static func methods(_ own: [MockRouter.Route], _ collection: [MockRouter.Route]) -> [String] {
        let names = Set((own + collection).map(\.endpoint.method))
        return ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(names.contains)
    }

    /// The JSON type of the first success.
    static func successType(_ endpoint: MockEndpoint) -> MockType? {
        endpoint.replies.lazy.filter { !$0.isError }.compactMap { reply in
            reply.body.flatMap { $0.mediaType.hasSuffix("json") ? $0.type : nil }
        }.first
    }

    // MARK: Places in replies

    /// The path to the object that a variable identifies: the reply itself, or a member of it.
    private static func objectPath(
        in type: MockType,
        _ variable: String,
        _ variableType: MockType?,
        _ form: TypedForm
    ) -> (path: [String], type: MockType, member: String?)? {
        guard case .object(let fields, _) = form.unwrapped(type) else { return nil }
        let members = form.flattened(fields).filter { $0.only != .request }
        if let id = idMember(members, variable, variableType, form) { return ([], type, id) }
        let objects = members.filter { if case .object = form.unwrapped($0.type) { true } else { false } }
        if members.count <= 3, objects.count == 1,
            case .object(let inner, _) = form.unwrapped(objects[0].type)
        {
            let inner = form.flattened(inner).filter { $0.only != .request }
            if let id = idMember(inner, variable, variableType, form) {
                return ([objects[0].name], objects[0].type, id)
            }
        }
        return ([], type, nil)
    }

    /// The member with the value of the variable: `id` for `{orderId}`.
    private static func idMember(
        _ members: [MockMember],
        _ variable: String,
        _ variableType: MockType?,
        _ form: TypedForm
    ) -> String? {
        let fitting = members.filter { member in
            let type = form.unwrapped(member.type)
            guard let variableType else { return isName(type) }
            return isName(type) && isInteger(type) == isInteger(form.unwrapped(variableType))
        }
        let name = variable.plainName
        let words = ["id", "uuid", "key", "slug", "name", "number", "code", "login"]
        return fitting.first { $0.name.plainName == name }?.name
            ?? fitting.first { $0.name.plainName.count > 1 && name.hasSuffix($0.name.plainName) }?.name
            ?? words.lazy.compactMap { word in fitting.first { $0.name.plainName == word }?.name }.first
    }

    private static func isName(_ type: MockType) -> Bool {
        switch type {
        case .integer, .text, .uuid: true
        default: false
        }
    }

    private static func isInteger(_ type: MockType) -> Bool { if case .integer = type { true } else { false } }

    /// The path to the list of a reply; empty for the reply itself, `nil` if there is none.
    static func listPath(in type: MockType, _ form: TypedForm) -> [String]? {
        if case .list = form.unwrapped(type) { return [] }
        if let list = list(in: type, form) { return [list] }
        guard case .object(let fields, _) = form.unwrapped(type) else { return nil }
        return form.flattened(fields).lazy.compactMap { member in
            list(in: member.type, form).map { [member.name, $0] }
        }.first
    }

    /// The first member of an object that is a list of objects.
    private static func list(in type: MockType, _ form: TypedForm) -> String? {
        guard case .object(let fields, _) = form.unwrapped(type) else { return nil }
        return form.flattened(fields).first { member in
            guard case .list(let element, _) = form.unwrapped(member.type),
                case .object = form.unwrapped(element)
            else { return false }
            return true
        }?.name
    }
}
