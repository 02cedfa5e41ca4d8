/// The rules for names that must differ.
extension SpecRules {
    /// Checks that the target depends on the modules that some keys need.
    func checkModules() {
        guard let modules = decoder.modules else { return }
        let durable = endpoints.filter { $0.isDurable }.compactMap { $0.anyPlace(of: "durable") }
        let stream = endpoints.lazy.compactMap(\.stream).first
        let validation = Validation(endpoints, shapeList)
        let validated = endpoints.first { validation.checks($0) }
        for (module, key, place) in [
            ("NetTaskDurable", "durable", durable.first),
            ("NetTaskStreams", stream?.framing.rawValue ?? "", stream?.place),
            ("NetTaskStreams", "pages", endpoints.compactMap { $0.anyPlace(of: "pages") }.first),
            ("NetTaskStreams", "longRunning", endpoints.compactMap { $0.anyPlace(of: "longRunning") }.first),
            ("NetTaskValidation", "validate", validated?.anyPlace(of: "validate")),
            ("NetTaskWebhooks", "webhooks", webhooks?.place),
            ("NetTaskMocks", "mocks", mocks),
            ("NetTaskOAuth", "oauth2", decoder.schemes?.first(where: \.hasServer)?.name.place),
        ] {
            guard !modules.contains(module), let place else { continue }
            let line = "`.product(name: \"\(module)\", package: \"NetTask\")`"
            let report = at(place, .missingProduct)
                .error("`\(key)` needs the module \(module), but the target does not depend on it")
                .note("add \(line) to the target's dependencies in Package.swift")
            if key == "webhooks" { report.note("enable the trait `Crypto` of the package NetTask") }
        }
    }

    /// Shapes, groups and endpoints become types of the client's namespace, and cannot have its name. The endpoints of a
    /// group have a separate namespace, in which generated code qualifies the client's types with its name.
    func checkTypeNames() {
        let own = [client, environment, webhooks?.name].compactMap { $0 }
        let generated = shapes.filter { !$0.isCustom }.map(\.name)
        let ungrouped = endpoints.filter { $0.group == nil }.map(\.name)
        let names = own + generated + ungrouped + groups
        checkClashes(names, noun: "type")
        for group in groups {
            let members = endpoints.filter { $0.group == group }.map(\.name)
            checkClashes(own + members, noun: "type")
            checkOwnNames(besides: members, [])
        }
        let structures = Set(endpoints.flatMap(\.replyStructures) + (webhooks?.structures ?? []))
        checkOwnNames(besides: names, structures)
        // Inside of these structures, generated code qualifies the shapes with these names with the client.
        let isShadowed = generated.contains { structures.contains($0.swift) }
        if isShadowed, let client, structures.contains(client.swift) {
            let structure = "`\(client.swift)`, the generated type of a reply with headers or of an event"
            at(client.place, .nameClash)
                .error("the client has the same name as \(structure)").note("rename the client")
        }
    }

    /// Checks the user's Swift names, which generated code uses in the client's namespace, where Swift finds the client's
    /// types first.
    ///
    /// - Parameters:
    ///   - types: The generated types.
    ///   - structures: The names of the structures in tasks that depend on the spec.
    private func checkOwnNames(besides types: [Name], _ structures: Set<String>) {
        let inner = structures.union(ReservedNames.insideTasks)
        let types = Dictionary(types.map { ($0.swift, $0.place) }) { first, _ in first }
        func check(_ name: String, _ what: String, at range: SourceRange) {
            if let type = types[name] {
                at(range, .shadowedName)
                    .error("`\(name)` is also a type of this client, which hides \(what) with the same name")
                    .note("the type; rename one of them", at: type)
            } else if inner.contains(name) {
                at(range, .shadowedName).error("`\(name)` has another meaning in generated types")
                    .note("add the module, as in `MyModule.\(name)`")
            }
        }
        var reported: Set<String> = []
        for (conformance, range) in shapes.flatMap({ zip($0.conformances, $0.conformancePlaces) }) {
            guard case .own(let parts) = conformance, let first = parts.first, reported.insert(first).inserted
            else { continue }
            check(first, "a protocol", at: range)
        }
        for shape in shapes {
            guard case .custom(let type) = shape.kind, let first = type.path.first else { continue }
            check(first, "a type of yours", at: shape.entry("swiftType")?.value.range ?? shape.keyRange)
        }
    }

    /// A task uses the client's name, and would find a property with this name first. A client named like its module hides
    /// the module.
    func checkClientName() {
        guard let client else { return }
        if client.swift == decoder.module {
            let name = client.swift
            let consequence = "`\(name).…` no longer names other types of the module"
            at(client.place, .clientModuleClash)
                .warning("the client `\(name)` has the name of its module, so that \(consequence)")
                .note("rename the client, for example to `\(name)API`, or move it to another module")
        }
        for endpoint in endpoints {
            for param in endpoint.params where param.name.swift == client.swift {
                at(param.name.place, .nameClash)
                    .error("a param cannot have the client's name, `\(client.swift)`")
                    .note("rename the param with `swiftName:`")
            }
            if let object = endpoint.requestObject?.name, object.swift == client.swift {
                let problem = "would have the client's name, `\(client.swift)`"
                at(object.place, .nameClash).error("the property for the request object \(problem)")
                    .note("rename the shape or the client")
            }
        }
    }
}

/// Values that are stored under a former name are read by one declaration only: the one with this name or former name.
extension SpecRules {
    /// A declaration with former names.
    private struct Holder {
        /// The name that it is stored under.
        var name: String
        var place: SourceRange
        var former: [Located<String>]
        /// Whether values are stored under its name.
        var isStored = true
    }

    /// - Parameter noun: The kind of the fields: "field", "param".
    func checkFormerNames(of fields: [Field], noun: String) {
        let holders = fields.map { Holder(name: $0.name.written, place: $0.keyRange, former: $0.locatedFormerNames) }
        check(holders, noun: noun, scope: "here")
    }

    /// Tasks are stored under their Swift names, qualified with the client.
    func checkFormerNames() {
        guard let client = client?.swift else { return }
        let groups = Set(endpoints.compactMap(\.group?.swift))
        let holders = endpoints.map { endpoint in
            let former = endpoint.locatedFormerNames.filter { isTaskName($0) && hasClient($0, client, groups) }
            return Holder(
                name: endpoint.storedKind(of: client),
                place: endpoint.name.place,
                former: former.map { Located(endpoint.storedKind($0.value, of: client), at: $0.range) },
                isStored: endpoint.isDurable
            )
        }
        check(holders, noun: "endpoint", scope: "in this client")
    }

    /// In a name with two parts, the first is the client.
    private func hasClient(_ former: Located<String>, _ client: String, _ groups: Set<String>) -> Bool {
        let parts = former.value.split(separator: ".")
        guard parts.count == 2, groups.contains(String(parts[0])) else { return true }
        at(former.range, .invalidFormerName)
            .error("\(former.value.quotedForMessage) begins with a group; it must begin with the client")
            .note("write `\(client).\(former.value)`")
            .fix(former.range, "\(client).\(former.value)", isCertain: true)
        return false
    }

    private func isTaskName(_ former: Located<String>) -> Bool {
        let parts = former.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count <= 3, parts.allSatisfy(SwiftIdentifier.isValid) { return true }
        let advice = "write the earlier Swift name of the type, alone or with its client and its group"
        at(former.range, .invalidFormerName)
            .error("\(former.value.quotedForMessage) cannot be the former name of a task")
            .note("\(advice): `Shop.PlaceOrder`")
        return false
    }

    private func check(_ holders: [Holder], noun: String, scope: String) {
        guard holders.contains(where: { !$0.former.isEmpty }) else { return }
        let stored = holders.filter(\.isStored).map { (ExactName($0.name), $0.place) }
        let living = Dictionary(stored) { first, _ in first }
        var taken: [ExactName: (place: SourceRange, holder: Int)] = [:]
        for (index, holder) in holders.enumerated() {
            for former in holder.former {
                let name = ExactName(former.value)
                let written = former.value.quotedForMessage
                if name == ExactName(holder.name) {
                    at(former.range, .formerNameClash).error("\(written) is the current name of the \(noun)")
                        .note("`was` contains only earlier names")
                } else if let other = living[name] {
                    at(former.range, .formerNameClash).error(
                        "\(written) is the current name of another \(noun) \(scope)"
                    )
                    .note("the other one", at: other)
                } else if let other = taken[name] {
                    at(former.range, .formerNameClash)
                        .error(
                            other.holder == index
                                ? "duplicate \(written) in `was`"
                                : "\(written) is also a former name of another \(noun) \(scope)"
                        )
                        .note("first used here", at: other.place)
                } else {
                    taken[name] = (former.range, index)
                }
            }
        }
    }

    /// The same rule for several clients of one run: only one task may read what was stored under a name.
    static func checkFormerTasks(_ specs: [Spec], _ diagnostics: DiagnosticCollector) {
        let durable = specs.flatMap { spec in spec.endpoints.filter(\.isDurable).map { (spec.client.swift, $0) } }
        var living: [ExactName: (client: String, place: SourceRange)] = [:]
        for (client, endpoint) in durable {
            living[ExactName(endpoint.storedKind(of: client))] = (client, endpoint.name.place)
        }
        var taken: [ExactName: (client: String, place: SourceRange)] = [:]
        for (client, endpoint) in durable {
            for former in endpoint.formerNames {
                let kind = endpoint.storedKind(former, of: client)
                let isLiving = living[ExactName(kind)] != nil
                guard let other = living[ExactName(kind)] ?? taken[ExactName(kind)] else {
                    taken[ExactName(kind)] = (client, endpoint.name.place)
                    continue
                }
                // Checked before, for one client.
                if other.client == client { continue }
                let what =
                    "is also \(isLiving ? "the name" : "a former name") of an endpoint of the client `\(other.client)`"
                diagnostics.at(endpoint.name.place, .formerNameClash)
                    .error("the former name \(kind.quotedForMessage) \(what)")
                    .note("the other one; a stored task can have only one type", at: other.place)
            }
        }
    }
}
