/// The files of one client: those of the run that name it, and all that they include.
struct ClientFiles {
    /// nil for files that are of no client, which are read for their other errors alone.
    let client: Name?
    /// All parts: after each file of the run, those from outside that it was the first to include.
    let parts: [SpecPart]
    /// As the spec has them: those of the run that are not extended.
    let files: [Spec.File]
    /// Whether all that the files include could be read. If not, whatever was in there would seem unknown.
    let isWhole: Bool

    /// All clients of a run, in the order in which its files name them, and then files without a client. What another spec
    /// extends is a part of that one, and of no client by itself.
    /// - Parameter givenCount: How many of the parts, which are all that were loaded, are of the run.
    static func all(_ parts: [SpecPart?], givenCount: Int, _ diagnostics: DiagnosticCollector) -> [ClientFiles] {
        let extended = Set(parts.flatMap { $0?.extended ?? [] })
        let given = parts.prefix(givenCount).compactMap { $0 }.filter { !extended.contains($0.number) }
        var names: [Name] = []
        for name in given.compactMap(\.client) where !names.contains(where: { $0.swift == name.swift }) {
            names.append(name)
        }
        var clients = names.map { name in
            let named = given.filter { $0.client?.swift == name.swift }
            return ClientFiles(of: name, startingFrom: named, parts, givenCount, diagnostics)
        }
        let taken = Set(clients.flatMap { $0.parts.map(\.number) })
        let included = Set(given.flatMap { $0.includes.map(\.value) })
        for part in given where !taken.contains(part.number) && !included.contains(part.number) {
            if !part.hasClient, part.hasAllFiles {
                diagnostics.at(part.start).error("a spec needs `client`, or a file of the run that includes it")
            }
            clients.append(ClientFiles(of: nil, startingFrom: [part], parts, givenCount, diagnostics))
        }
        return clients
    }

    private init(
        of client: Name?,
        startingFrom roots: [SpecPart],
        _ all: [SpecPart?],
        _ givenCount: Int,
        _ diagnostics: DiagnosticCollector
    ) {
        let members = Self.members(of: client, from: roots, all, diagnostics)
        var parts: [SpecPart] = []
        var files: [Spec.File] = []
        var placed: Set<Int> = []
        for given in all.prefix(givenCount).compactMap({ $0 }) where members.contains(given.number) {
            var group: [SpecPart] = []
            var pending = [given]
            while let part = pending.popLast() {
                guard placed.insert(part.number).inserted else { continue }
                group.append(part)
                let brought = part.includes.map(\.value).filter { $0 >= givenCount && members.contains($0) }
                pending += brought.reversed().compactMap { all[$0] }
            }
            parts += group
            let extended = Set(group.flatMap(\.extended)).subtracting(group.map(\.number))
            files.append(
                Spec.File(
                    path: given.path,
                    included: group.dropFirst().map(\.path) + extended.sorted().compactMap { all[$0]?.path },
                    number: given.number,
                    numbers: extended.union(group.map(\.number))
                )
            )
        }
        self.client = client
        self.parts = parts
        self.files = files
        isWhole = parts.allSatisfy { part in
            part.hasAllFiles && part.includes.allSatisfy { all[$0.value] != nil }
        }
    }

    /// The numbers of all files of a client. Files of others among them are reported where they are included.
    private static func members(
        of client: Name?,
        from roots: [SpecPart],
        _ all: [SpecPart?],
        _ diagnostics: DiagnosticCollector
    ) -> Set<Int> {
        var members: Set<Int> = []
        var pending = roots
        while let part = pending.popLast() {
            guard members.insert(part.number).inserted else { continue }
            for include in part.includes {
                guard let other = all[include.value] else { continue }
                guard let name = other.client, name.swift != client?.swift else {
                    pending.append(other)
                    continue
                }
                guard let client else { continue }
                let reason = "which is another namespace"
                diagnostics.at(include.range)
                    .error(
                        "a file of the client `\(name.swift)` cannot be included in one of `\(client.swift)`, \(reason)"
                    )
                    .note("the file says here whose it is", at: name.place)
                    .note("what both need goes into a file without `client`, which both include")
            }
        }
        return members
    }
}
