/// What was stored under a former name is read by one thing only: by the one that has the name now, or that had it.
struct FormerNamesRule {
    let diagnostics: DiagnosticCollector

    /// Something that has a name, and had others.
    private struct Holder {
        /// What it is stored as.
        var name: String
        var place: SourceRange
        var former: [LocatedFormerName]
        /// Whether anything is stored under its name.
        var isStored = true
    }

    /// - Parameter noun: What the fields are: "field", "param".
    func check(_ fields: [LocatedField], noun: String) {
        guard fields.contains(where: { !$0.formerNames.isEmpty }) else { return }
        let holders = fields.map {
            Holder(name: $0.field.name.written, place: $0.keyRange, former: $0.formerNames)
        }
        check(holders, noun: noun, scope: "here")
    }

    /// Tasks are stored under their Swift names, with the client's before them.
    func check(_ endpoints: [LocatedEndpoint], of client: String) {
        guard endpoints.contains(where: { !$0.formerNames.isEmpty }) else { return }
        let groups = Set(endpoints.compactMap(\.endpoint.group?.swift))
        let holders = endpoints.map { located in
            let former = located.formerNames.compactMap { former -> LocatedFormerName? in
                guard isTaskName(former), hasClient(former, client, groups) else { return nil }
                return LocatedFormerName(
                    name: located.endpoint.storedKind(former.name, of: client),
                    range: former.range
                )
            }
            return Holder(
                name: located.endpoint.storedKind(of: client),
                place: located.endpoint.name.place,
                former: former,
                isStored: located.endpoint.isDurable
            )
        }
        check(holders, noun: "endpoint", scope: "in this client")
    }

    /// Of two parts, the first is the client.
    private func hasClient(_ former: LocatedFormerName, _ client: String, _ groups: Set<String>) -> Bool {
        let parts = former.name.split(separator: ".")
        guard parts.count == 2, groups.contains(String(parts[0])) else { return true }
        diagnostics.error(
            "\(former.name.quotedForMessage) begins with a group, and has to begin with the client",
            at: former.range,
            notes: [.init("write `\(client).\(former.name)`", at: former.range)]
        )
        return false
    }

    private func isTaskName(_ former: LocatedFormerName) -> Bool {
        let parts = former.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count <= 3, parts.allSatisfy(SwiftIdentifier.isValid) { return true }
        diagnostics.error(
            "\(former.name.quotedForMessage) cannot be the former name of a task",
            at: former.range,
            notes: [
                .init(
                    "it is the name that the type had in Swift, or that with its client, and its group: `Shop.PlaceOrder`",
                    at: former.range
                )
            ]
        )
        return false
    }

    private func check(_ holders: [Holder], noun: String, scope: String) {
        let stored = holders.filter(\.isStored).map { (ExactName($0.name), $0.place) }
        let living = Dictionary(stored) { first, _ in first }
        var taken: [ExactName: (place: SourceRange, holder: Int)] = [:]
        for (index, holder) in holders.enumerated() {
            for former in holder.former {
                let name = ExactName(former.name)
                let written = former.name.quotedForMessage
                if name == ExactName(holder.name) {
                    diagnostics.error(
                        "\(written) is the name that the \(noun) has now",
                        at: former.range,
                        notes: [.init("`was` is for names that it has no longer", at: former.range)]
                    )
                } else if let other = living[name] {
                    diagnostics.error(
                        "\(written) is the name of another \(noun) \(scope), which is stored under it",
                        at: former.range,
                        notes: [.init("it is here", at: other)]
                    )
                } else if let other = taken[name] {
                    let isSame = other.holder == index
                    diagnostics.error(
                        isSame
                            ? "`was` names \(written) for the second time"
                            : "\(written) is the former name of another \(noun) \(scope), too",
                        at: former.range,
                        notes: [.init("it is here first", at: other.place)]
                    )
                } else {
                    taken[name] = (former.range, index)
                }
            }
        }
    }
}
