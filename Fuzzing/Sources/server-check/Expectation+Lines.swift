import Foundation
import HTTPTypes
import NetTaskRuntime
import PackedTasks

/// Those that the server asks.
enum Parser: String, CaseIterable {
    case standard, werkzeug, yarl
}

extension Expectation {
    /// The expected lines of the server.
    func lines(for parser: Parser, method: HTTPRequest.Method) -> [String] {
        let query = pairs(query, "query", parser)
        if parser == .yarl { return query + pairs(form, "form", parser) }
        var lines = [Self.line("method", method.rawValue), Self.line("path", "/p/\(variable)/q")]
        lines += headers.map { Self.line("header", $0.value) }
        lines += query
        switch wholeBody {
        case _ where method == .get: break
        case .json(let node)?: lines.append("json \(node.canonical(parser))")
        case .bytes(let bytes)?: lines.append("bytes \(bytes.hexadecimal)")
        case nil:
            switch request {
            case .form: lines += pairs(form, "form", parser)
            case .json: lines.append("json \(Node.object(members).canonical(parser))")
            case .multipart: lines += parts(fields, parser) + parts(files, parser)
            }
        }
        return lines
    }

    private func pairs(_ pairs: [Pair], _ kind: String, _ parser: Parser) -> [String] {
        let lines = pairs.map { (name: $0.name, line: Self.line(kind, $0.name, $0.values.joined(separator: ","))) }
        return ordered(lines, parser)
    }

    private func parts(_ parts: [MultipartPart], _ parser: Parser) -> [String] {
        let lines = parts.map { part in
            let name = part.name.asReadInHeaders
            var line = Self.line(part.fileName == nil ? "field" : "file", name)
            if let fileName = part.fileName {
                line += " \(Data(fileName.asReadInHeaders.utf8).hexadecimal)"
                line += " \(Data((part.contentType ?? "").utf8).hexadecimal)"
            }
            return (name: name, line: "\(line) \(part.contents.bytes.hexadecimal)")
        }
        return ordered(lines, parser)
    }

    /// Werkzeug's dictionaries put values of the same name next to each other.
    private func ordered(_ lines: [(name: String, line: String)], _ parser: Parser) -> [String] {
        if parser != .werkzeug { return lines.map(\.line) }
        var groups: [[String]] = []
        var places: [[UInt8]: Int] = [:]
        for (name, line) in lines {
            if let place = places[Array(name.utf8)] {
                groups[place].append(line)
            } else {
                places[Array(name.utf8)] = groups.count
                groups.append([line])
            }
        }
        return groups.flatMap(\.self)
    }

    private static func line(_ kind: String, _ texts: String...) -> String {
        ([kind] + texts.map { Data($0.utf8).hexadecimal }).joined(separator: " ")
    }
}

extension Expectation.Node {
    /// Numbers as text for the standard library, which keeps their text, and as values for Werkzeug.
    fileprivate func canonical(_ parser: Parser) -> String {
        switch self {
        case .null: "n"
        case .bool(let bool): bool ? "t" : "f"
        case .number(let text) where parser == .standard: "#\(text)"
        case .number(let text) where Int64(text) != nil || UInt64(text) != nil: "i\(text)"
        case .number(let text): "d\(String((Double(text) ?? .nan).bitPattern, radix: 16))"
        case .text(let text): "s\(Data(text.utf8).hexadecimal)"
        case .array(let elements): "[\(elements.map { $0.canonical(parser) + "," }.joined())]"
        case .object(let members):
            "{\(members.map { "s\(Data($0.name.utf8).hexadecimal):\($0.value.canonical(parser))," }.joined())}"
        }
    }
}

extension Data {
    fileprivate var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension String {
    /// The name of a part as both parsers read it: an escaped `"` is one character.
    fileprivate var asReadInHeaders: String {
        String(decoding: Array(utf8).replacing(Array("%22".utf8), with: Array("\"".utf8)), as: UTF8.self)
    }
}
