/// The files of one client: a spec of the run, and all that it extends.
struct ClientFiles {
    /// What they say together.
    let spec: ExtendedSpec
    /// Those of the run, each with the files outside of the run that it is the first to extend.
    let files: [Spec.File]
    /// Whether the file only declares shapes, which no spec of the run extends: types that it does not know are those of others.
    let isShared: Bool

    /// All clients of a run, and then files without a client, which are read for their errors alone.
    ///
    /// A spec that another one extends is a part of that one. It is a client by itself only if both name a client and the two
    /// differ.
    ///
    /// - Parameters:
    ///   - parts: All files that were loaded.
    ///   - givenCount: How many of them are of the run.
    static func all(
        _ specs: [Int: ExtendedSpec],
        _ parts: [SpecPart?],
        givenCount: Int,
        _ diagnostics: DiagnosticCollector
    ) -> [ClientFiles] {
        let given = (0..<givenCount).compactMap { specs[$0] }
        var extending: [Int: [ExtendedSpec]] = [:]
        for spec in specs.values { for file in spec.files.dropLast() { extending[file, default: []].append(spec) } }
        let clients = given.filter { spec in
            spec.hasClient && !(extending[spec.number] ?? []).contains { $0.client?.swift == spec.client?.swift }
        }
        checkNames(clients, parts, diagnostics)
        let taken = Set(clients.flatMap(\.files))
        let others = given.filter { !taken.contains($0.number) && extending[$0.number] == nil }
        for spec in others where spec.isWhole {
            if spec.isShared {
                diagnostics.at(spec.start, .missingClient).note(
                    "nothing is generated from this file by itself, because it has no `client`"
                )
            } else {
                diagnostics.at(spec.start, .missingClient).error("a spec needs `client`, or another spec that extends it")
            }
        }
        return clients.map { ClientFiles($0, parts, givenCount, isShared: false) }
            + others.map { ClientFiles($0, parts, givenCount, isShared: $0.isShared) }
    }

    /// Reports clients of one name.
    private static func checkNames(
        _ clients: [ExtendedSpec],
        _ parts: [SpecPart?],
        _ diagnostics: DiagnosticCollector
    ) {
        var firsts: [String: ExtendedSpec] = [:]
        for spec in clients {
            guard let name = spec.client, let path = parts[spec.number]?.path else { continue }
            guard let first = firsts.updateValue(firsts[name.swift] ?? spec, forKey: name.swift),
                let place = first.client?.place, let other = parts[first.number]
            else { continue }
            let line = "extends: [\(RelativePath.path(to: path, from: other.path))]"
            let report = diagnostics.at(name.place, .duplicateName)
                .error("the client `\(name.swift)` is in another file, too")
                .note("first used here", at: place)
                .note("to make both one client, write `\(line)` there", at: place)
            if other.entry("extends") == nil, other.entry("client")?.keyRange.start.column == 1 {
                let end = SourceRange(file: place.file, at: place.end)
                report.fix(end, "\n\(line)", isCertain: other.entry("defaults") == nil)
            }
        }
    }

    private init(_ spec: ExtendedSpec, _ parts: [SpecPart?], _ givenCount: Int, isShared: Bool) {
        let members = Set(spec.files)
        var files: [Spec.File] = []
        var placed: Set<Int> = []
        for given in parts.prefix(givenCount).compactMap({ $0 }) where members.contains(given.number) {
            var group: [SpecPart] = []
            var pending = [given]
            while let part = pending.popLast() {
                guard placed.insert(part.number).inserted else { continue }
                group.append(part)
                pending += part.extends.reversed().compactMap { $0.value >= givenCount ? parts[$0.value] : nil }
            }
            files.append(
                Spec.File(
                    path: given.path,
                    outside: group.dropFirst().map(\.path),
                    number: given.number,
                    numbers: Set(group.map(\.number))
                )
            )
        }
        self.spec = spec
        self.files = files
        self.isShared = isShared
    }
}
