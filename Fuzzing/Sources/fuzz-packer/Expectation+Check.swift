import Foundation
import HTTPTypes
import JSONForms
import LibFuzzer
import PackedTasks

@testable import NetTaskPacking
@testable import NetTaskHTTP

extension Expectation {
    /// Decodes the message, and compares it.
    func check(_ message: HTTPMessage) {
        let segments = message.uri.split(separator: "/", omittingEmptySubsequences: false)
        require(segments.count == 3 && segments[0] == "p" && segments[2] == "q", "the uri is \(message.uri)")
        require(Decoding.percentDecoded(segments[1].utf8) == Array(variable.utf8), "the uri is \(message.uri)")
        check(Array(message.query.utf8), isForm: false, query)
        checkHeaders(message.headers)
        guard let body = message.body else { return require(!hasBody && wholeBody == nil, "there is no body") }
        if let parts = body.parts {
            require(request == .multipart && wholeBody == nil, "a multipart body for \(request)")
            require(parts == fields + files, "the parts \(parts) are not \(fields + files)")
            checkEncoded(parts)
        } else if let body = body.data {
            switch wholeBody {
            case .json(let node)?: checkJSON(body, node)
            case .bytes(let bytes)?: require(body == bytes, "\(body.count) bytes and not \(bytes.count)")
            case nil where request == .json: checkJSON(body, .object(members))
            case nil:
                require(request == .form && hasBody, "a body for \(request)")
                check(Array(body), isForm: true, form)
            }
        } else {
            guard case .bytes(let bytes)? = wholeBody else { fatalError("a file for \(request)") }
            let found = body.pieces[0].contents.bytes
            require(found == bytes, "a file of \(found.count) bytes and not \(bytes.count)")
        }
    }

    private func check(_ bytes: [UInt8], isForm: Bool, _ expected: [Pair]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let pairs = Decoding.pairs(bytes, isForm: isForm) else { fatalError("no query or form: \(text)") }
        require(pairs.count == expected.count, "\(pairs.count) pairs and not \(expected.count): \(text)")
        for (pair, expected) in zip(pairs, expected) {
            require(pair.name == Array(expected.name.utf8), "the name \(expected.name) is not in \(text)")
            require(pair.values == expected.values.map { Array($0.utf8) }, "the value of \(expected.name) in \(text)")
        }
    }

    private func checkHeaders(_ found: HTTPFields) {
        var rest = Array(found)
        require(rest.starts(with: headers), "the headers are \(found), not \(headers)")
        rest.removeFirst(headers.count)
        require(rest.count <= 1 && rest.allSatisfy { $0.name == .contentType }, "other headers: \(rest)")
    }

    private func checkEncoded(_ parts: [MultipartPart]) {
        var number: UInt64 = 0
        let boundary = MultipartForm.boundary(for: parts) {
            number += 1
            return number
        }
        guard let body = MultipartForm.body(of: parts, boundary: boundary).data else {
            fatalError("a body that is not in memory")
        }
        guard let decoded = Decoding.parts(Array(body), boundary: boundary) else {
            fatalError("no multipart: \(String(decoding: body, as: UTF8.self))")
        }
        require(decoded.count == parts.count, "\(decoded.count) parts and not \(parts.count)")
        for (decoded, part) in zip(decoded, parts) {
            require(decoded.name == part.name.quoted, "the name \(decoded.name) is not \(part.name)")
            require(decoded.fileName == part.fileName?.quoted, "the file name of \(part.name)")
            require(decoded.contentType == part.contentType.map { Array($0.utf8) }, "the content type of \(part.name)")
            require(decoded.data == Array(part.contents.bytes), "the data of \(part.name)")
        }
    }
}

// MARK: - JSON

extension Expectation {
    /// Compares with two readers: Foundation's, and NetTask's, which other checks test.
    private func checkJSON(_ body: Data, _ expected: Node) {
        let text = String(decoding: body, as: UTF8.self)
        do {
            let value: JSONTree = try body.withUnsafeBytes { try readJSON($0) }
            require(expected.isSame(as: value), "\(value) is not \(expected), of \(text)")
            // Foundation has a lower depth limit, and drops a byte order mark at the start of a string.
            if expected.depth >= 500 || text.unicodeScalars.contains("\u{FEFF}") { return }
            let theirs = try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
            require(expected.isSame(asFoundation: theirs), "\(theirs) is not \(expected), of \(text)")
        } catch {
            fatalError("\(error): \(text)")
        }
    }
}

extension Expectation.Node {
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }

    fileprivate func isSame(as value: JSONTree) -> Bool {
        switch (self, value) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let text), .integer(let other)): text == "\(other)"
        case (.number(let text), .largeInteger(let other)): text == "\(other)"
        case (.number(let text), .double(let other)): Double(text)?.bitPattern == other.bitPattern
        case (.text(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one.elementsEqual(other) { $0.isSame(as: $1) }
        case (.object(let one), .object(let other)):
            one.elementsEqual(other) { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value) }
        default: false
        }
    }

    fileprivate func isSame(asFoundation value: Any) -> Bool {
        switch (self, value) {
        case (.null, is NSNull): true
        case (.bool(let one), let other as Bool): one == other
        case (.number(let text), let other as NSNumber): Self.isSame(text, other)
        case (.text(let one), let other as String): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), let other as [Any]): one.elementsEqual(other) { $0.isSame(asFoundation: $1) }
        case (.object(let one), let other as [String: Any]):
            one.count == other.count
                && one.allSatisfy { member in other[member.name].map { member.value.isSame(asFoundation: $0) } ?? false
                }
        default: false
        }
    }

    /// Foundation reads numbers with many digits as decimals, and rounds these to doubles that are not the nearest.
    private static func isSame(_ text: String, _ number: NSNumber) -> Bool {
        if number.stringValue == text { return true }
        guard let expected = Double(text) else { return false }
        return abs(number.doubleValue - expected) <= abs(expected) * 1e-14
    }
}

extension String {
    /// As browsers write a name in the header of a part.
    fileprivate var quoted: [UInt8] { Array(utf8).replacing(Array("\"".utf8), with: Array("%22".utf8)) }
}
