import Foundation
import HTTPTypes
import JSONForms
import NetTaskRuntime

/// The request that httpbin reports. Texts are compared by their bytes, because Swift treats some different ones as equal.
struct Echo {
    private let members: JSONTree

    /// - Throws: if the status is an error, or the body is not valid JSON.
    init(_ reply: HTTPReply) throws {
        guard (200..<300).contains(reply.status.code) else { throw StatusError(reply: reply) }
        members = try reply.body.withUnsafeBytes { try readJSON($0) }
    }

    var method: String? { members["method"]?.texts.first }
    var url: String? { members["url"]?.texts.first }
    var json: JSONTree? { members["json"] }
    var body: Data? { members["data"]?.texts.first.map(Self.bytes) }
    /// The number of names in the form.
    var formCount: Int { members["form"]?.count ?? 0 }
    var argCount: Int { members["args"]?.count ?? 0 }
    var fileCount: Int { members["files"]?.count ?? 0 }

    /// The values of a param of the query.
    func args(_ name: String) -> [String] { members["args"]?[name]?.texts ?? [] }
    /// The values of a field of the form.
    func form(_ name: String) -> [String] { members["form"]?[name]?.texts ?? [] }
    /// The content of the first file with that name; httpbin reads only the first.
    func file(_ name: String) -> Data? { (members["files"]?[name]?.texts.first).map(Self.bytes) }
    /// The value of a header.
    func header(_ name: String) -> String? {
        members["headers"]?.members.first { $0.name.lowercased() == name.lowercased() }?.value.texts.first
    }
    /// Any other member.
    subscript(name: String) -> JSONTree? { members[name] }

    /// httpbin reports bytes that are not UTF-8 in base64.
    private static func bytes(_ text: String) -> Data {
        guard text.hasPrefix("data:"), let start = text.range(of: ";base64,"),
            let data = Data(base64Encoded: String(text[start.upperBound...]))
        else { return Data(text.utf8) }
        return data
    }
}

extension JSONTree {
    subscript(name: String) -> JSONTree? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    var members: [Member] {
        if case .object(let members) = self { return members }
        return []
    }

    /// One text, or all of an array.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        default: []
        }
    }

    var count: Int { members.count }

    /// With the members of each object in the order of their names.
    var sorted: JSONTree {
        switch self {
        case .array(let values): .array(values.map(\.sorted))
        case .object(let members):
            .object(
                members.map { member in
                    var member = member
                    member.value = member.value.sorted
                    return member
                }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            )
        default: self
        }
    }
}
