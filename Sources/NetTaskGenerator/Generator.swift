package import NetTaskSpec

/// From specs to Swift files: the whole of the generator but for reading and writing the disk.
package struct Generator: Sendable {
    package var options: Options

    package struct Options: Sendable {
        /// Wins over what the specs say; nil leaves it to them.
        package var access: AccessLevel?
        /// A file for each shape and each endpoint in place of one for each spec.
        package var isSplit: Bool
        package var templates: Templates

        package init(
            access: AccessLevel? = nil,
            isSplit: Bool = false,
            templates: Templates = .builtIn
        ) {
            self.access = access
            self.isSplit = isSplit
            self.templates = templates
        }
    }

    package init(options: Options = Options()) {
        self.options = options
    }

    /// - Parameters:
    ///   - specs: The clients of one run.
    ///   - leftOut: Files of the run that belong to no client. Each becomes an empty file.
    ///   - naming: How the files of the run are called; by default by their paths.
    /// - Returns: The files, in the order of the files of the run: one for each, or several if they are split. The same
    ///   specs give the same bytes.
    /// - Throws: `TemplateError` if a template of the user's asks for what is not there.
    package func files(
        for specs: [Spec],
        leftOut: [Spec.File] = [],
        naming: (String) -> SpecFileName = SpecFileName.given
    ) throws -> [GeneratedFile] {
        var names = FileNames()
        let sources = sources(of: specs, leftOut)
        return try sources.flatMap { path, parts in
            let name = naming(path)
            let mark = FileMark(spec: name.mark)
            let files = try spread(parts, name).map { suffix, parts in
                GeneratedFile(
                    name: names.name(spec: name.path, suffix: suffix),
                    mark: mark,
                    text: try options.templates.render(file(of: parts, mark))
                )
            }
            return try files + mocks(of: parts, name, mark, &names) + additions(.spec, parts, name, &names)
        }
            + clientAdditions(of: sources, naming, &names)
            + additions(.run, sources.flatMap(\.parts), SpecFileName(path: "", mark: FileMark.run.spec), &names)
    }

    /// The file with the mocks of the clients that a spec file declares.
    private func mocks(
        of parts: [ClientPart],
        _ name: SpecFileName,
        _ mark: FileMark,
        _ names: inout FileNames
    ) -> [GeneratedFile] {
        let clients = parts.filter { $0.declaresNamespace && $0.builder.spec.hasMocks }.map(\.builder)
        guard name.hasMocks ?? !clients.isEmpty else { return [] }
        let text = MocksFile(mark: mark, clients: clients).text
        return [GeneratedFile(name: names.name(spec: name.path, suffix: "mocks"), mark: mark, text: text)]
    }

    /// What templates of the user's make of some parts.
    private func additions(
        _ scope: Templates.Addition.Scope,
        _ parts: [ClientPart],
        _ name: SpecFileName,
        _ names: inout FileNames
    ) throws -> [GeneratedFile] {
        let additions = options.templates.additions.filter { $0.scope == scope }
        if additions.isEmpty { return [] }
        let model = file(of: parts, FileMark(spec: name.mark))
        return try additions.map { addition in
            GeneratedFile(
                name: names.name(spec: name.path, suffix: addition.name, extension: addition.fileExtension),
                mark: model.mark,
                text: try options.templates.render(model, with: addition.template)
            )
        }
    }

    /// What they make of each client, named after its own file, and of each file without a client.
    private func clientAdditions(
        of sources: [(path: String, parts: [ClientPart])],
        _ naming: (String) -> SpecFileName,
        _ names: inout FileNames
    ) throws -> [GeneratedFile] {
        let parts = sources.flatMap(\.parts)
        return try sources.flatMap { path, declaring in
            let clients = declaring.filter(\.declaresNamespace).map { home in
                parts.filter { $0.builder.spec.client == home.builder.spec.client }
            }
            return try (declaring.isEmpty ? [[]] : clients).flatMap { try additions(.client, $0, naming(path), &names) }
        }
    }

    /// The files of the run in its order, each with what it adds to which clients.
    private func sources(of specs: [Spec], _ leftOut: [Spec.File]) -> [(path: String, parts: [ClientPart])] {
        var sources: [Int: (path: String, parts: [ClientPart])] = [:]
        for file in leftOut { sources[file.number] = (file.path, []) }
        for (index, spec) in specs.enumerated() {
            let builder = SwiftModelBuilder(spec, access: options.access)
            for (file, part) in zip(spec.files, ClientPart.all(of: spec, builder)) {
                // The files of a run have the first numbers. Specs that no run read have none that tell them apart.
                let number = file.numbers.isEmpty ? index : file.number
                sources[number, default: (file.path, [])].parts.append(part)
            }
        }
        return sources.sorted { $0.key < $1.key }.map(\.value)
    }

    /// What each of the Swift files that a spec file becomes holds, and what it adds to the file's name.
    private func spread(_ parts: [ClientPart], _ name: SpecFileName) -> [(suffix: String?, parts: [ClientPart])] {
        if options.isSplit {
            return parts.flatMap { part in
                // A file of several clients has types of one name in each of them.
                let prefix = parts.count > 1 ? part.builder.spec.client.swift + "." : ""
                return part.split.map { suffix, part in (suffix.map { prefix + $0 }, [part]) }
            }
        }
        if name.partCount == 1 { return [(nil, parts)] }
        let spread = Spread(over: name.partCount)
        let spreadParts = parts.map { $0.parts(spread) }
        return [(nil, parts.map { $0.onlyNamespace() })]
            + (0..<spread.count).map { index in (spread.name(of: index), spreadParts.map { $0[index] }) }
    }

    private func file(of parts: [ClientPart], _ mark: FileMark) -> SwiftFile {
        let examples = parts.flatMap { $0.builder.examples($0.shapes, $0.endpoints) }
        var imports = parts.flatMap { part in
            part.builder.imports(
                shapes: part.shapes,
                endpoints: part.endpoints,
                webhooks: part.webhooks,
                hasNamespace: part.declaresNamespace
            )
        }
        // Their values may hold those of types in other files.
        if !examples.isEmpty { imports += ["Foundation", "NetTaskHTTP"].map { SwiftImport(access: "", module: $0) } }
        return SwiftFile(
            mark: mark,
            imports: SwiftImport.lines(imports),
            clients: parts.filter(\.declaresNamespace).map(\.builder),
            types: parts.flatMap { part in
                part.shapes.compactMap(part.builder.swiftType)
                    + [part.webhooks.map { .enumeration(part.builder.enumeration($0)) }].compactMap { $0 }
            },
            tasks: parts.flatMap { $0.endpoints.map($0.builder.swiftTask) },
            examples: examples
        )
    }
}
