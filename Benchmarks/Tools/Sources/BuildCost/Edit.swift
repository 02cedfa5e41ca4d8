import Foundation

/// The change before a rebuild, in an OpenAPI document or in a spec. It replaces text, so that nothing else changes.
enum Edit: CaseIterable {
    /// Of an endpoint.
    case description
    /// An optional one in the query of an endpoint.
    case param

    struct NoPlace: Error, CustomStringConvertible {
        var what: String
        var description: String { "there is no \(what) to edit" }
    }

    /// Changes the operation of that id. It has a summary, and parameters.
    func applied(toDocument text: String, operation id: String) throws -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try Self.line(of: "operationId: \(id)", in: lines)
        switch self {
        case .description:
            lines[try Self.line(of: "summary:", in: lines, from: start)] += " Edited."
        case .param:
            let parameters = try Self.line(of: "parameters:", in: lines, from: start)
            let item = String(repeating: " ", count: Self.indentation(of: lines[parameters + 1]))
            lines.insert(
                contentsOf: [
                    "- in: query", "  name: added", "  required: false", "  schema:", "    type: string",
                ].map { item + $0 },
                at: parameters + 1
            )
        }
        return lines.joined(separator: "\n")
    }

    /// Changes the endpoint of that name. It has a description in one line, and params.
    func applied(toSpec text: String, endpoint name: String) throws -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try Self.line(of: "\(name):", in: lines)
        switch self {
        case .description:
            lines[try Self.line(of: "description:", in: lines, from: start)] += " Edited."
        case .param:
            let params = try Self.line(of: "params:", in: lines, from: start)
            let item = String(repeating: " ", count: Self.indentation(of: lines[params + 1]))
            lines.insert(item + "added: String?", at: params + 1)
        }
        return lines.joined(separator: "\n")
    }

    /// The index of the next line that equals the text, or begins with it if it ends in a colon.
    private static func line(of text: String, in lines: [String], from start: Int = 0) throws -> Int {
        let found = lines[start...].firstIndex { line in
            let content = line.drop { $0 == " " }
            return content == text || text.hasSuffix(":") && content.hasPrefix(text)
        }
        guard let found else { throw NoPlace(what: "`\(text)`") }
        return found
    }

    private static func indentation(of line: String) -> Int {
        line.prefix { $0 == " " }.count
    }
}
