package import Foundation

/// The ids that lists of a server contain, for requests to the things.
package struct MockKnownThings: Sendable {
    private let table: MockResources
    private let form: TypedForm
    private var ids: [Int: JSONValue] = [:]

    package init(_ description: MockDescription) {
        table = MockResources(description)
        form = TypedForm(shapes: description.shapes)
    }

    /// The endpoints, with lists before the things in them.
    package func ordered(_ endpoints: [MockEndpoint]) -> [MockEndpoint] {
        let lists = endpoints.filter { if case .list? = table.actions[$0.name]?.action { true } else { false } }
        let removals = endpoints.filter { $0.method == "DELETE" }
        let rest = endpoints.filter { endpoint in
            !lists.contains { $0.name == endpoint.name } && endpoint.method != "DELETE"
        }
        return lists + rest + removals
    }

    /// Takes an id from the reply of a list, or of the creation of a thing.
    package mutating func record(from body: Data, of endpoint: MockEndpoint) {
        guard let (index, action) = table.actions[endpoint.name], let json = try? JSONValue(json: body),
            let member = table.all[index].idMember
        else { return }
        switch action {
        case .list:
            let path =
                endpoint.pages.map(\.items)
                ?? MockResources.successType(endpoint).flatMap {
                    MockResources.listPath(in: $0, form)
                }
            if let first = path.flatMap({ json.value(at: $0) })?[0]?[member] { ids[index] = first }
        case .create:
            if let id = json.value(at: table.all[index].wrapping)?[member] { ids[index] = id }
        default: return
        }
    }

    /// Removes the id of a thing that the server has removed.
    package mutating func forget(_ endpoint: MockEndpoint) {
        guard let (index, action) = table.actions[endpoint.name], action == .remove else { return }
        ids[index] = nil
    }

    /// Whether the endpoint is about a thing of which no id is known.
    package func needsID(_ endpoint: MockEndpoint) -> Bool {
        endpoint.params.contains { $0.location == .path } && id(for: endpoint) == nil
    }

    /// The values with a known id.
    package func applied(to values: MockRequestMaker.Values, of endpoint: MockEndpoint) -> MockRequestMaker.Values {
        guard let (variable, id) = id(for: endpoint) else { return values }
        var values = values
        for index in values.params.indices where values.params[index].param.name == variable {
            if values.params[index].param.location == .path { values.params[index].value = id }
        }
        return values
    }

    private func id(for endpoint: MockEndpoint) -> (variable: String, id: JSONValue)? {
        guard let (index, action) = table.actions[endpoint.name], let variable = table.all[index].variable,
            let id = ids[index], action.isAboutOneThing
        else { return nil }
        // The variable can have another name in this endpoint.
        let names = endpoint.params.filter { $0.location == .path }.map(\.name)
        return names.contains(variable) ? (variable, id) : names.last.map { ($0, id) }
    }
}
