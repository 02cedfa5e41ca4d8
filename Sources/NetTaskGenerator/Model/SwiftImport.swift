/// A module that a file uses, and how widely its declarations show it.
struct SwiftImport {
    var access: SwiftCode
    var module: SwiftCode

    /// The `import` lines of a file, each module once: as visible as the declarations that need it, and no more, since
    /// the compiler warns about others.
    static func lines(_ imports: [SwiftImport]) -> [SwiftLine] {
        let widest = Dictionary(grouping: imports, by: \.module.text).values.compactMap { imports in
            imports.max { $0.width < $1.width }
        }
        let imports = widest.sorted { $0.module.text < $1.module.text }
        let lines: [SwiftLine] = imports.map { "\($0.access)import \($0.module)" }
        guard imports.contains(where: { $0.access == "package " }) else { return lines }
        // Where a plain import is a public one, `package` beside it in another file would be an ambiguity; where it is
        // an internal one, it would not be enough.
        return ["#if hasFeature(InternalImportsByDefault)"] + lines.indented() + ["#else"]
            + imports.map { "    import \($0.module)" } + ["#endif"]
    }

    /// Clients in one file may differ in access.
    private var width: Int {
        switch access {
        case "public ": 2
        case "package ": 1
        default: 0
        }
    }
}
