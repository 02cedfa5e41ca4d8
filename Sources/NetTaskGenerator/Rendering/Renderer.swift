/// Fills templates with a file's model.
struct Renderer {
    let templates: Templates
    private let unknownNames = UnknownNames()

    init(_ templates: Templates) {
        self.templates = templates
    }

    /// - Throws: `TemplateError` if a template uses a name that its view does not have.
    func render(_ file: SwiftFile) throws -> String {
        let text = templates.render(view(file), withTemplate: "file")
        if let message = unknownNames.messages.first {
            throw TemplateError(path: nil, message: "in the templates, \(message)")
        }
        return text
    }

    private func view(_ kind: String, _ values: KeyValuePairs<String, View.Value>) -> View {
        View(kind, values, unknownNames: unknownNames)
    }

    func view(_ file: SwiftFile) -> View {
        view(
            "file",
            [
                "mark": .mark(file.mark),
                "hasImports": .flag(!file.imports.isEmpty),
                "imports": .lines(file.imports),
                "namespace": .view(file.namespace.map(view)),
                "types": .views(file.types.map(view)),
                "tasks": .views(file.tasks.map(view)),
            ]
        )
    }

    private func view(_ namespace: SwiftNamespace) -> View {
        view(
            "namespace",
            [
                "comment": .comment(namespace.comment),
                "access": .code(namespace.access),
                "name": .code("\(namespace.name)"),
                "hasEnvironments": .flag(!namespace.environments.isEmpty),
                "environments": .lines(namespace.environments),
                "hasAPI": .flag(!namespace.api.isEmpty),
                "api": .lines(namespace.api),
                "isEmpty": .flag(
                    namespace.api.isEmpty && namespace.authentication.lines.isEmpty
                        && namespace.durableTasks.isEmpty
                ),
                "separatesAuthentication": .flag(
                    !namespace.api.isEmpty && !namespace.authentication.lines.isEmpty
                ),
                "authenticationComment": .comment(namespace.authentication.comment),
                "authentication": .lines(namespace.authentication.lines),
                "separatesDurableTasks": .flag(
                    !namespace.durableTasks.isEmpty
                        && !(namespace.api.isEmpty && namespace.authentication.lines.isEmpty)
                ),
                "durableTasks": .lines(namespace.durableTasks),
            ]
        )
    }

    private func view(_ type: SwiftType) -> View {
        switch type {
        case .structure(let structure):
            view("type", ["structure": .view(view(structure)), "enumeration": .view(nil)])
        case .enumeration(let enumeration):
            view("type", ["structure": .view(nil), "enumeration": .view(view(enumeration))])
        }
    }

    private func view(_ structure: SwiftStructure) -> View {
        view(
            "structure",
            [
                "namespace": .code("\(structure.namespace)"),
                "comment": .comment(structure.comment),
                "access": .code(structure.access),
                "name": .code("\(structure.name)"),
                "conformances": .code(structure.conformances),
                "opening": .lines(structure.opening),
                "properties": .views(structure.properties.map(view)),
                "initializer": .lines(structure.initializer.lines),
                "hasSecrets": .flag(!structure.mirror.isEmpty),
                "mirror": .lines(structure.mirror),
                "isRead": .flag(structure.reads != nil),
                "readsReply": .flag(structure.readsReply),
                "reads": .lines(structure.reads ?? []),
                "isSent": .flag(structure.packs != nil),
                "packs": .lines(structure.packs ?? []),
                "functions": .views(structure.functions.map(view)),
            ]
        )
    }

    private func view(_ property: SwiftProperty) -> View {
        view("property", ["comment": .comment(property.comment), "declaration": .code(property.declaration)])
    }

    private func view(_ enumeration: SwiftEnumeration) -> View {
        view(
            "enumeration",
            [
                "namespace": .code("\(enumeration.namespace)"),
                "comment": .comment(enumeration.comment),
                "access": .code(enumeration.access),
                "name": .code("\(enumeration.name)"),
                "conformances": .code(enumeration.conformances),
                "opening": .lines(enumeration.opening),
                "cases": .lines(enumeration.cases),
                "functions": .views(enumeration.functions.map(view)),
            ]
        )
    }

    private func view(_ function: SwiftFunction) -> View {
        view("function", ["declaration": .lines(function.declaration), "body": .lines(function.body)])
    }

    /// `Response` and `Failure`, as far as they are declared in the task.
    private func nestedTypes(of task: SwiftTask) -> [View] {
        var views: [View] = []
        for (name, type) in [("Response", task.response), ("Failure", task.failure)] as [(SwiftCode, SwiftReplyType?)] {
            let values: KeyValuePairs<String, View.Value>
            let isSeparated = !task.typealiases.isEmpty || !views.isEmpty
            switch type {
            case .structure(let structure):
                values = [
                    "isSeparated": .flag(isSeparated), "structure": .view(view(structure)), "enumeration": .view(nil),
                ]
            case .cases(let cases, let structures):
                let enumeration = view(
                    "cases",
                    [
                        "access": .code(task.access),
                        "name": .code(name),
                        "cases": .lines(cases),
                        "structures": .views(structures.map(view)),
                    ]
                )
                values = [
                    "isSeparated": .flag(isSeparated), "structure": .view(nil), "enumeration": .view(enumeration),
                ]
            case .type, nil: continue
            }
            views.append(view("nestedType", values))
        }
        return views
    }

    private func view(_ task: SwiftTask) -> View {
        view(
            "task",
            [
                "namespace": .code("\(task.namespace)"),
                "comment": .comment(task.comment),
                "attributes": .lines(task.attributes),
                "access": .code(task.access),
                "name": .code("\(task.name)"),
                "conformances": .code(task.conformances),
                "typealiases": .lines(task.typealiases),
                "nestedTypes": .views(nestedTypes(of: task)),
                "hasProperties": .flag(!task.properties.isEmpty),
                "properties": .views(task.properties.map(view)),
                "initializer": .lines(task.initializer.lines),
                "hasSecrets": .flag(!task.mirror.isEmpty),
                "mirror": .lines(task.mirror),
                "endpoint": .lines(task.endpoint),
                "hasDurability": .flag(!task.durability.isEmpty),
                "durability": .lines(task.durability),
                "hasURI": .flag(!task.uri.isEmpty),
                "uri": .lines(task.uri),
                "hasPacks": .flag(!task.packs.isEmpty),
                "packs": .lines(task.packs),
                "hasIdentityPacks": .flag(!task.identityPacks.isEmpty),
                "identityPacks": .lines(task.identityPacks),
                "hasParse": .flag(!task.parse.isEmpty),
                "parse": .lines(task.parse),
                "hasFailureReads": .flag(!task.failureReads.isEmpty),
                "failureReads": .lines(task.failureReads),
                "functions": .views(task.functions.map(view)),
            ]
        )
    }
}

extension SwiftInitializer {
    /// All lines of it, indented among themselves.
    fileprivate var lines: [SwiftCode] {
        if assignments.isEmpty { return signature }
        return signature + assignments.map { $0.indented(by: 4) } + ["}"]
    }
}

extension SwiftTask {
    /// Of the one type that `Response` or `Failure` is, where it is one.
    fileprivate var typealiases: [SwiftCode] {
        var lines: [SwiftCode] = []
        if case .type(let type) = response { lines.append("\(access)typealias Response = \(type)") }
        if case .type(let type) = failure { lines.append("\(access)typealias Failure = \(type)") }
        return lines
    }
}
