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

        package init(access: AccessLevel? = nil, isSplit: Bool = false, templates: Templates = .builtIn) {
            self.access = access
            self.isSplit = isSplit
            self.templates = templates
        }
    }

    package init(options: Options = Options()) {
        self.options = options
    }

    /// - Parameter paths: What the files of each spec are named after; by default the paths of the specs, which are
    ///   also what the marks name.
    /// - Returns: The files, in the order of the specs. The same specs give the same bytes.
    /// - Throws: `TemplateError` if a template of the user's asks for what is not there.
    package func files(for specs: [Spec], namedAfter paths: [String]? = nil) throws -> [GeneratedFile] {
        var names = FileNames()
        return try zip(specs, paths ?? specs.map(\.path)).flatMap { spec, path in
            try models(for: spec).map { suffix, model in
                GeneratedFile(
                    name: names.name(spec: path, suffix: suffix),
                    mark: model.mark,
                    text: try Renderer(options.templates).render(model)
                )
            }
        }
    }

    /// The models of a spec's files, each with what it adds to the file's name.
    private func models(for spec: Spec) -> [(suffix: String?, model: SwiftFile)] {
        let builder = SwiftModelBuilder(spec, access: options.access)
        let mark = FileMark(spec: spec.path)
        guard options.isSplit else {
            let file = SwiftFile(
                mark: mark,
                imports: builder.imports(shapes: spec.shapes, endpoints: spec.endpoints),
                namespace: builder.swiftNamespace(),
                types: spec.shapes.compactMap(builder.swiftType),
                tasks: spec.endpoints.map(builder.swiftTask)
            )
            return [(nil, file)]
        }
        let namespace = SwiftFile(mark: mark, imports: [], namespace: builder.swiftNamespace(), types: [], tasks: [])
        let types = spec.shapes.compactMap { shape -> (String?, SwiftFile)? in
            guard let type = builder.swiftType(shape) else { return nil }
            let imports = builder.imports(shapes: [shape], endpoints: [])
            return (shape.name.swift, SwiftFile(mark: mark, imports: imports, namespace: nil, types: [type], tasks: []))
        }
        let tasks: [(String?, SwiftFile)] = spec.endpoints.map { endpoint in
            let imports = builder.imports(shapes: [], endpoints: [endpoint])
            let task = builder.swiftTask(endpoint)
            return (
                endpoint.name.swift, SwiftFile(mark: mark, imports: imports, namespace: nil, types: [], tasks: [task])
            )
        }
        return [(nil, namespace)] + types + tasks
    }
}
