/// The rules of names that stand beside each other.
extension SpecRules {
    /// What only some clients need is in modules of its own.
    func checkModules() {
        guard let modules = decoder.modules else { return }
        let durable = endpoints.filter { $0.isDurable }.compactMap { $0.anyPlace(of: "durable") }
        let stream = endpoints.lazy.compactMap(\.stream).first
        for (module, key, place) in [
            ("NetTaskDurable", "durable", durable.first),
            ("NetTaskStreams", stream?.framing.rawValue ?? "", stream?.place),
            ("NetTaskStreams", "pages", endpoints.compactMap { $0.anyPlace(of: "pages") }.first),
            ("NetTaskStreams", "longRunning", endpoints.compactMap { $0.anyPlace(of: "longRunning") }.first),
            ("NetTaskWebhooks", "webhooks", webhooks?.place),
        ] {
            guard !modules.contains(module), let place else { continue }
            let line = "`.product(name: \"\(module)\", package: \"NetTask\")`"
            let report = at(place, .missingProduct)
                .error("`\(key)` needs the module \(module), which the target does not depend on")
                .note("add \(line) to the target's dependencies in Package.swift")
            if key == "webhooks" { report.note("it is there with the trait `Crypto` of the package NetTask") }
        }
    }

    /// Shapes, groups and endpoints become types in one namespace, whose own name they cannot have either. The endpoints of a group
    /// are in a namespace of their own, and name the client in front of its types.
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
        // Inside of these structures, shapes of their names are named with the client.
        let isShadowed = generated.contains { structures.contains($0.swift) }
        if isShadowed, let client, structures.contains(client.swift) {
            let structure = "the structure `\(client.swift)` of a reply with headers, or of an event"
            at(client.place, .nameClash)
                .error("the client is called like \(structure)").note("choose another name for the client")
        }
    }

    /// Swift of the user's own is named inside of the client's namespace, where the client's types are seen first.
    ///
    /// - Parameters:
    ///   - types: Those that are generated.
    ///   - structures: The names of those inside of tasks that depend on the spec.
    private func checkOwnNames(besides types: [Name], _ structures: Set<String>) {
        let inner = structures.union(ReservedNames.insideTasks)
        let types = Dictionary(types.map { ($0.swift, $0.place) }) { first, _ in first }
        func check(_ name: String, _ what: String, at range: SourceRange) {
            if let type = types[name] {
                at(range, .shadowedName)
                    .error("`\(name)` is a type of this client, which is seen before \(what) of that name")
                    .note("the type is here; one of the two needs another name", at: type)
            } else if inner.contains(name) {
                at(range, .shadowedName).error("`\(name)` means something else inside of generated types")
                    .note("write the module in front, as in `MyModule.\(name)`")
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

    /// A task names its client, and would find a property of that name first. A client named like the module hides the module.
    func checkClientName() {
        guard let client else { return }
        if client.swift == decoder.module {
            let name = client.swift
            let consequence = "`\(name).…` no longer names other types of the module"
            at(client.place, .clientModuleClash)
                .warning("the client `\(name)` has the name of its module, so that \(consequence)")
                .note("give the client another name, such as `\(name)API`, or another module")
        }
        for endpoint in endpoints {
            for param in endpoint.params where param.name.swift == client.swift {
                at(param.name.place, .nameClash)
                    .error("a param cannot be called `\(client.swift)`, which is the client")
                    .note("give the param another Swift name with `swiftName:`")
            }
            if let object = endpoint.requestObject?.name, object.swift == client.swift {
                let problem = "would be called `\(client.swift)`, which is the client"
                at(object.place, .nameClash).error("the property for the request object \(problem)")
                    .note("give the shape or the client another name")
            }
        }
    }
}

/// What was stored under a former name is read by one thing only: by the one that has the name now, or that had it.
extension SpecRules {
    /// Something that has a name, and had others.
    private struct Holder {
        /// What it is stored as.
        var name: String
        var place: SourceRange
        var former: [Located<String>]
        /// Whether anything is stored under its name.
        var isStored = true
    }

    /// - Parameter noun: What the fields are: "field", "param".
    func checkFormerNames(of fields: [Field], noun: String) {
        let holders = fields.map { Holder(name: $0.name.written, place: $0.keyRange, former: $0.locatedFormerNames) }
        check(holders, noun: noun, scope: "here")
    }

    /// Tasks are stored under their Swift names, with the client's before them.
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

    /// Of two parts, the first is the client.
    private func hasClient(_ former: Located<String>, _ client: String, _ groups: Set<String>) -> Bool {
        let parts = former.value.split(separator: ".")
        guard parts.count == 2, groups.contains(String(parts[0])) else { return true }
        at(former.range, .invalidFormerName)
            .error("\(former.value.quotedForMessage) begins with a group, and has to begin with the client")
            .note("write `\(client).\(former.value)`")
            .fix(former.range, "\(client).\(former.value)", isCertain: true)
        return false
    }

    private func isTaskName(_ former: Located<String>) -> Bool {
        let parts = former.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count <= 3, parts.allSatisfy(SwiftIdentifier.isValid) { return true }
        let advice = "it is the name that the type had in Swift, or that with its client, and its group"
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
                    at(former.range, .formerNameClash).error("\(written) is the name that the \(noun) has now")
                        .note("`was` is for names that it has no longer")
                } else if let other = living[name] {
                    at(former.range, .formerNameClash).error(
                        "\(written) is the name of another \(noun) \(scope), which is stored under it"
                    )
                    .note("it is here", at: other)
                } else if let other = taken[name] {
                    at(former.range, .formerNameClash)
                        .error(
                            other.holder == index
                                ? "`was` names \(written) twice"
                                : "\(written) is the former name of another \(noun) \(scope), too"
                        )
                        .note("first used here", at: other.place)
                } else {
                    taken[name] = (former.range, index)
                }
            }
        }
    }

    /// The same where a run has several clients: what was stored of a task is read by one task only.
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
                // Within one client, it is known already.
                if other.client == client { continue }
                let what =
                    "is the \(isLiving ? "name" : "former name") of an endpoint of the client `\(other.client)`, too"
                diagnostics.at(endpoint.name.place, .formerNameClash)
                    .error("\(kind.quotedForMessage), which this was, \(what)")
                    .note("it is here; what is stored is read as one task only", at: other.place)
            }
        }
    }
}
