import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// What becomes of a small document.
struct Imported {
    let draft: SpecDraft
    let run: ImportRun
    private let result: DocumentImporter.Result

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
        draft = try #require(DocumentImporter.gather("api.yaml", run, .init(filter: filter)))
        result = DocumentImporter.import(path: "api.yaml", in: texts, options: .init(filter: filter))
    }

    /// The only endpoint.
    func endpoint() throws -> EndpointDraft {
        #expect(draft.endpoints.count == 1)
        return try #require(draft.endpoints.first)
    }

    /// What was said about the document.
    var messages: [String] { run.diagnostics.diagnostics().map(\.message) }

    /// What is wrong with the specs.
    var problems: [String] { Fixtures.problems(result) }

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

extension FieldDraft {
    /// `path petId: Int?`
    var summary: String {
        let location = self.location.map { "\($0) " } ?? ""
        let style = self.style.map { " \($0)" } ?? ""
        let wireName = self.wireName == name ? "" : " as \(self.wireName)"
        return location + name + wireName + ": " + type.description + (isRequired ? "" : "?") + style
    }
}

extension EndpointDraft.ResponseDraft {
    var summary: String {
        switch self {
        case .none: "none"
        case .type(let type, let format, let isNullable):
            type.description + (isNullable ? "?" : "") + (format.map { " \($0)" } ?? "")
        case .statuses(let statuses): statuses.map(\.summary).joined(separator: ", ")
        }
    }
}

extension EndpointDraft.StatusDraft {
    var summary: String {
        let headers = self.headers.isEmpty ? "" : " with \(self.headers.map(\.summary).joined(separator: " and "))"
        return "\(status.written): \(type?.description ?? "none")" + (format.map { " \($0)" } ?? "") + headers
    }
}
