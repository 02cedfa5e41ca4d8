import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// What becomes of a small document: specs without errors.
struct Imported {
    let gathered: ImportedSpec
    let run: ImportRun

    /// A document with these lines under `paths` and at its end.
    init(paths: String, _ rest: String = "", version: String = "3.0.3", filter: OperationFilter = OperationFilter())
        throws
    {
        let indented = paths.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
        let opening = "openapi: \(version)\ninfo: {title: Pets, version: '1'}\npaths:\n"
        try self.init(document: opening + indented.joined(separator: "\n") + "\n" + rest, filter: filter)
    }

    /// One operation at `GET /pets` or elsewhere, with these lines.
    init(operation: String, _ rest: String = "", at path: String = "/pets", method: String = "get") throws {
        let indented = operation.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        try self.init(paths: "\(path):\n  \(method):\n\(indented)", rest)
    }

    init(document: String, filter: OperationFilter = OperationFilter()) throws {
        let texts = ["api.yaml": Array(document.utf8)]
        run = ImportRun(files: DocumentFiles(texts))
        gathered = try #require(DocumentImporter.gather("api.yaml", run, .init(filter: filter)))
        let result = DocumentImporter.import(path: "api.yaml", in: texts, options: .init(filter: filter))
        #expect(Fixtures.problems(result) == [])
    }

    var spec: Spec { gathered.spec }

    /// The only endpoint.
    func endpoint() throws -> Endpoint {
        #expect(spec.endpoints.count == 1)
        return try #require(spec.endpoints.first)
    }

    /// Those of all statuses, in the order of the document.
    func errorSummaries(of endpoint: Endpoint) -> [String] {
        (gathered.notes.errors[endpoint.name.written] ?? []).map { status in
            endpoint.errors.first { $0.status == status }?.summary ?? "\(status.written): none"
        }
    }

    /// What was said about the document.
    var messages: [String] { run.diagnostics.diagnostics().map(\.message) }

    /// The pointers of what was left out, each with its reason.
    var omissions: [String] { run.ledger.omissions.map { "\($0.path): \($0.reason.text)" } }

    /// The pointers of what nobody looked at.
    var forgotten: [String] {
        run.ledger.omissions.filter { $0.reason == .unreferenced }.map(\.path.description)
    }
}

extension DocumentImporter.Options {
    init(filter: OperationFilter = OperationFilter(), root: String? = nil, previous: [ImportedFile] = []) {
        self.init()
        self.filter = filter
        self.root = root
        self.previous = previous
    }
}

extension Field {
    /// `query petId: Int?`
    ///
    /// - Parameter endpoint: Of which it is a param: then it has its location, where that is not the usual one.
    func summary(in endpoint: Endpoint? = nil) -> String {
        let isUsual = location == .path || location == endpoint?.defaultLocation ?? .body
        let style = self.style.map { " \($0)" } ?? ""
        let wireName = self.wireName == name.written ? "" : " as \(self.wireName)"
        return (isUsual ? "" : "\(location) ") + name.written + wireName + ": " + type.description + style
    }
}

extension Endpoint {
    var paramSummaries: [String] { params.map { $0.summary(in: self) } }

    var responseSummary: String {
        if case .contents(let contents) = response {
            return contents.map { "\($0.name.swift): \($0.type)" }.joined(separator: ", ")
        }
        if case .statuses(let statuses) = response { return statuses.map(\.summary).joined(separator: ", ") }
        let type = response.type
        return (type?.description ?? "none") + (type.map { responseFormat.summary(of: $0) } ?? "")
    }
}

extension StatusBody {
    var summary: String {
        let headers =
            self.headers.isEmpty ? "" : " with \(self.headers.map { $0.summary() }.joined(separator: " and "))"
        let type = response.type
        return "\(status.written): \(type?.description ?? "none")" + (type.map { format.summary(of: $0) } ?? "")
            + headers
    }
}

extension Field.Format? {
    /// Where it is not the usual one of a type.
    fileprivate func summary(of type: TypeReference) -> String {
        self == .usual(for: type) ? "" : map { " \($0)" } ?? ""
    }
}
