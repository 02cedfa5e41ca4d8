/// The files of one client: a spec of the run, and all specs that it extends.
struct ClientFiles {
    /// The spec with all extended specs.
    let spec: ExtendedSpec
    /// The files of the run. Each has the files outside of the run that it is the first to extend.
    let files: [Spec.File]
    /// Whether the file only declares shapes and is not extended by a spec of the run. Its unknown types may be declared by
    /// other specs.
    let isShared: Bool

    /// All clients of a run, followed by the files without a client, which are read only for their diagnostics.
    ///
    /// A spec that another spec extends is part of that spec. It is a separate client only if both have a client and the
    /// names differ.
    ///
    /// - Parameters:
    /// - parts: All loaded files.
    /// - givenCount: The number of files that the run was given.
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
        for clients in Dictionary(grouping: clients.filter { $0.client != nil }, by: { $0.client?.swift }).values {
            if clients.count > 1 { reportClients(clients.compactMap { parts[$0.number] }, diagnostics) }
        }
        let taken = Set(clients.flatMap(\.files))
        let others = given.filter { !taken.contains($0.number) && extending[$0.number] == nil }
        for spec in others where spec.isWhole {
            if spec.isShared {
                diagnostics.at(spec.start, .missingClient).note(
                    "this file generates no code, because it has no `client`"
                )
            } else {
                diagnostics.at(spec.start, .missingClient).error(
                    "a spec needs `client`, or another spec that extends it"
                )
            }
        }
        return clients.map { ClientFiles($0, parts, givenCount, isShared: false) }
            + others.map { ClientFiles($0, parts, givenCount, isShared: $0.isShared) }
    }

    /// Reports specs with the same client. One of them can extend the others, above all one that extends nothing yet.
    private static func reportClients(_ parts: [SpecPart], _ diagnostics: DiagnosticCollector) {
        let main = parts.first { $0.extends.isEmpty } ?? parts[0]
        let others = parts.filter { $0.number != main.number }
        let paths = others.map { RelativePath.path(to: $0.path, from: main.path) }.joined(separator: ", ")
        let report = diagnostics.at(main.clientPlace, .duplicateName)
            .error("\(others.count == 1 ? "another file has" : "other files have") the same client")
            .notes(others.map { DiagnosticCollector.Note("the same client is here", at: $0.clientPlace) })
        guard main.extends.isEmpty, let client = main.entry("client"), client.keyRange.start.column == 1 else {
            report.note(
                "to make them one client, add to `extends`: \(paths); to make them two clients, change one `client`"
            )
            return
        }
        // A certain fix must not change what an entry of one of the files means.
        let keys = parts.map { part in
            Set(
                part.entries.flatMap { entry in
                    ExtendedSpec.sections.contains(entry.key)
                        ? entry.value.entries.map { "\(entry.key).\($0.key)" } : [entry.key]
                }
            )
        }
        let count = keys.map(\.count).reduce(0, +)
        let shared = 2 * (parts.count - 1)  // `nettask` and `client`
        let isCertain = Set(keys.joined()).count == count - shared && !keys.contains { $0.contains("defaults") }
        report.note("to make them one client, add `extends: [\(paths)]` to this file")
            .fix(
                SourceRange(file: main.number, at: client.keyRange.start),
                "extends: [\(paths)]\n",
                isCertain: isCertain
            )
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
