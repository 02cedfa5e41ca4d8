/// Reads specs: the entry point of this module.
package enum SpecReader {
    /// The result of a run.
    package struct Result: Sendable {
        /// The specs of the clients without errors, in the order of the files.
        package var specs: [Spec]
        /// The files of the run that generate no code: they declare shapes, and no spec of the run extends them.
        package var leftOut: [Spec.File] = []
        /// All diagnostics, sorted by file and place.
        package var diagnostics: [Diagnostic]
        /// The paths of all files that were read, by number.
        package var paths: [String]
    }

    /// A spec in memory.
    package struct Source: Sendable {
        /// The path for diagnostics.
        package var path: String
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }

        package init(path: String, text: String) {
            self.init(path: path, bytes: Array(text.utf8))
        }
    }

    /// Reads the files at the paths, and those that they extend, as one run.
    ///
    /// - Parameters:
    /// - module: The module of the generated code; `nil` if unknown.
    /// - modules: The modules that this module can import; `nil` if unknown.
    package static func read(paths: [String], module: String? = nil, modules: Set<String>? = nil) -> Result {
        read(paths, in: .disk, module, modules)
    }

    /// Reads texts as one run. They can extend each other.
    package static func read(sources: [Source], module: String? = nil, modules: Set<String>? = nil) -> Result {
        read(sources.map(\.path), in: SpecStore(sources), module, modules)
    }

    private static func read(
        _ paths: [String],
        in store: SpecStore,
        _ module: String?,
        _ modules: Set<String>?
    ) -> Result {
        let collector = DiagnosticCollector()
        let loader = SpecLoader(paths, in: store, collector)
        let extended = SpecExtender(loader.parts, collector).specs
        let clients = ClientFiles.all(extended, loader.parts, givenCount: loader.givenCount, collector)
            .filter(\.spec.isWhole)
        let specs = clients.map { client in
            (collector.client, collector.clientFiles) = (client.spec.client, Set(client.spec.files))
            var decoder = SpecDecoder(client, module: module, modules: modules, diagnostics: collector)
            return decoder.decode()
        }
        (collector.client, collector.clientFiles) = (nil, [])
        SpecRules.checkFormerTasks(specs, collector)
        let numbers = clients.flatMap { $0.spec.files.map { ($0, 1) } }
        let diagnostics = collector.diagnostics(clientCount: Dictionary(numbers, uniquingKeysWith: +))
        return Result(
            specs: zip(clients, specs).filter {
                $0.0.spec.hasClient && !$0.0.spec.files.contains(where: collector.hasErrors)
            }
            .map(\.1),
            leftOut: clients.filter(\.isShared).flatMap(\.files),
            diagnostics: Diagnostic.withSourceLines(diagnostics, loader.files),
            paths: collector.files
        )
    }
}
