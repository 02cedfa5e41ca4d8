import NetTaskSpec

/// Reads the specs of an import before they are written, with the rules for all specs. An error in them is a fault in NetTask.
/// The part with the error is left out and reported.
struct OutputCheck {
    let imported: ImportedSpec
    let run: ImportRun
    /// The separator as a spec writes it. If it is `nil`, the separator that fits best is used.
    let separator: String?

    /// A part of the specs that can be left out.
    private enum Part: Hashable {
        case endpoint(String)
        case shape(String)
        case field(String, shape: String)
        case event(String)
    }

    private static let reason: OmissionReason = .differs(
        .importFault,
        "its spec would have an error, which is a fault in NetTask"
    )

    /// The maximum number of rounds. Removing one part can cause an error in another: a field in its shape, a shape in its
    /// endpoint.
    private static let roundLimit = 16

    /// Returns specs without errors. If leaving out parts does not remove all errors, reports the fault and returns `nil`.
    func specs() -> (separator: String, files: [ImportedFile])? {
        for _ in 0..<Self.roundLimit {
            let layout = ImportLayout(imported, separator: separator)
            let files = layout.files()
            let result = SpecReader.read(sources: files.map { SpecReader.Source(path: $0.name, text: $0.text) })
            let errors = result.diagnostics.filter { $0.severity == .error }
            guard let first = errors.first else { return (layout.writer.separator, files) }
            if let error = errors.first(where: { isAboutClient($0, files[0]) }) {
                run.diagnostics.at(.start(ofFile: 0), .invalidName).error(
                    "invalid name of the client: \(error.message)"
                )
                .note("choose another name with `--client`")
                return nil
            }
            let parts = self.parts(with: errors, in: files)
            guard !parts.isEmpty, parts.allSatisfy({ leaveOut($0.key, $0.value) }) else {
                return fail(first)
            }
        }
        return fail(nil)
    }

    /// Whether an error is about the name of the client. Only the user's own name can cause it: names made from titles are valid.
    private func isAboutClient(_ error: Diagnostic, _ main: ImportedFile) -> Bool {
        let client = YAMLNode.reading(Array(main.text.utf8), path: main.name).root?["client"]
        return error.place.file == main.name && error.place.range.start == client?.range.start
    }

    private func fail(_ error: Diagnostic?) -> (String, [ImportedFile])? {
        let report = run.diagnostics.at(.start(ofFile: 0), .importFault)
            .error(
                "the specs for this document would have errors, which is a fault in NetTask; nothing is written"
            )
        if let error { report.note("the first error: \(error.message)") }
        report.note("import a part of the document, with --tag, --path or --operation, and report the fault")
        return nil
    }

    // MARK: Parts

    /// Returns the parts with errors, each with its first error.
    private func parts(with errors: [Diagnostic], in files: [ImportedFile]) -> [Part: String] {
        var parts: [Part: String] = [:]
        for (name, errors) in Dictionary(grouping: errors, by: \.place.file) {
            guard let file = files.first(where: { $0.name == name }),
                let root = YAMLNode.reading(Array(file.text.utf8), path: name).root
            else { return [:] }
            for error in errors {
                guard let part = part(at: error.place.range.start, of: root) else { return [:] }
                if parts[part] == nil { parts[part] = error.message }
            }
        }
        return parts
    }

    private func part(at position: SourceRange.Position, of root: YAMLNode) -> Part? {
        func entry(_ map: YAMLNode?) -> YAMLNode.Entry? {
            map?.entries.first { $0.keyRange.start <= position && position <= $0.value.range.end }
        }
        if let endpoint = entry(root["endpoints"]) { return .endpoint(endpoint.key) }
        if let group = entry(root["groups"]), let endpoint = entry(group.value["endpoints"]) {
            let found = imported.spec.endpoints.first {
                $0.group?.written == group.key && imported.namesInGroups[$0.name.written] == endpoint.key
            }
            return found.map { .endpoint($0.name.written) }
        }
        if let event = entry(root["webhooks"]?["events"]) { return .event(event.key) }
        guard let shape = entry(root["shapes"]) else { return nil }
        return entry(shape.value["fields"]).map { .field($0.key, shape: shape.key) } ?? .shape(shape.key)
    }

    // MARK: Leaving parts out

    /// - Returns: Whether the part could be left out.
    private func leaveOut(_ part: Part, _ message: String) -> Bool {
        switch part {
        case .endpoint(let name): leaveOutEndpoint(name, message)
        case .event(let name): leaveOutEvent(name, message)
        case .shape(let name): widen(name, message)
        case .field(let name, let shape):
            leaveOutField(name, of: shape, message) || widen(shape, message)
        }
    }

    private func leaveOutEndpoint(_ name: String, _ message: String) -> Bool {
        guard let index = imported.spec.endpoints.firstIndex(where: { $0.name.written == name }) else { return false }
        imported.spec.endpoints.remove(at: index)
        guard let operation = imported.operations[name] else { return true }
        let title = "\(operation.method.uppercased()) \(operation.path)".quotedForMessage
        run.refuseOperation("\(title) is left out: \(Self.reason.text): \(message)", at: operation.methodRange)
        operation.original.leaveOut(Self.reason)
        return true
    }

    private func leaveOutEvent(_ name: String, _ message: String) -> Bool {
        guard let index = imported.spec.webhooks?.events.firstIndex(where: { $0.name.written == name }),
            let event = imported.spec.webhooks?.events.remove(at: index)
        else { return false }
        report(imported.sources[event.name.place], "the event \(name.quotedForMessage)", message)
        return true
    }

    /// Leaves out a field, unless it is a required field of a request. A request must contain all required fields.
    ///
    /// - Returns: Whether the field could be left out.
    private func leaveOutField(_ name: String, of shape: String, _ message: String) -> Bool {
        guard let index = imported.spec.shapes.firstIndex(where: { $0.name.written == shape }),
            case .object(var fields) = imported.spec.shapes[index].kind,
            let field = fields.firstIndex(where: { $0.name.written == name }),
            !fields[field].isRequired || !imported.spec.usage.isSent(shape)
        else { return false }
        let source = imported.sources[imported.spec.shapes[index].name.place]
            .flatMap { SchemaPeek.property(fields[field].wireName, of: $0) }
        fields.remove(at: field)
        imported.spec.shapes[index].kind = .object(fields)
        report(source, "the field \(name.quotedForMessage) of \(shape.quotedForMessage)", message)
        return true
    }

    /// Converts a shape to any JSON.
    ///
    /// - Returns: Whether the shape was another type before.
    private func widen(_ name: String, _ message: String) -> Bool {
        guard let index = imported.spec.shapes.firstIndex(where: { $0.name.written == name }),
            imported.spec.shapes[index].alternatives != .anyJSON
        else { return false }
        imported.spec.shapes[index].kind = .alternatives(.anyJSON)
        imported.spec.shapes[index].catchAll = nil
        let source = imported.sources[imported.spec.shapes[index].name.place]
        report(source, "the shape \(name.quotedForMessage)", becomes: "becomes any JSON", message)
        return true
    }

    /// Reports a part at its place in the document. If the part has no place, reports it at the start of the document.
    private func report(
        _ source: DocumentValue?,
        _ noun: String,
        becomes verb: String = "is left out",
        _ message: String
    ) {
        let text = "\(noun) \(verb): \(Self.reason.text): \(message)"
        guard let source else {
            run.diagnostics.at(.start(ofFile: 0), .importFault).warning(text)
            return
        }
        source.warn(.importFault, text)
        source.leaveOut(Self.reason)
    }
}
