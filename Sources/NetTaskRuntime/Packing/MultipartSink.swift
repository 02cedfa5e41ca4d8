import Foundation

/// The parts of a `multipart/form-data` body: fields first, then files, each in the order added.
struct MultipartSink: Sendable {
    private var fields: [MultipartPart] = []
    private var files: [MultipartPart] = []

    var parts: [MultipartPart] { fields + files }

    mutating func put(_ text: String, name: String, after separator: String?) -> String? {
        if let separator, !fields.isEmpty {
            let last = fields.count - 1
            fields[last].contents = .data((fields[last].data ?? Data()) + Data((separator + text).utf8))
            return nil
        }
        if let reason = Self.refusal(of: name, called: "name") {
            return reason
        }
        fields.append(MultipartPart(name: name, data: Data(text.utf8)))
        return nil
    }

    mutating func add(_ file: File, name: String) -> String? {
        let fileName = file.name ?? name
        if let reason = Self.refusal(of: name, called: "name")
            ?? Self.refusal(of: fileName, called: "file name")
            ?? Self.refusal(of: file.contentType, called: "content type")
        {
            return reason
        }
        files.append(
            MultipartPart(name: name, fileName: fileName, contentType: file.contentType, contents: file.contents)
        )
        return nil
    }

    /// Line ends would end the header of the part, and start another of the sender's choice.
    private static func refusal(of text: String, called what: String) -> String? {
        let breaks = text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        return breaks ? "the \(what) of a multipart part must not hold CR, LF or NUL" : nil
    }
}
