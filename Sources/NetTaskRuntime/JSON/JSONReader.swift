import Foundation

/// A place in a JSON text, and what can be read there. Types that are ``JSONReadable`` read themselves from it.
public struct JSONReader: Sendable {
    let node: JSONNode
    /// How dates in it are written.
    let format: DateFormat

    init(_ node: JSONNode, format: DateFormat) {
        self.node = node
        self.format = format
    }

    /// Reads the value at `path` in a JSON text.
    static func read<Value: JSONReadable>(_ data: Data, path: [String], format: DateFormat) throws -> Value {
        let root = try JSONParser.parse(data)
        guard let first = path.first else {
            var reader = JSONReader(root, format: format)
            return try Value.read(from: &reader)
        }
        var object = try JSONReader(root, format: format).object()
        return path.count == 1
            ? try object.read(first, format: format)
            : try object.read(path, format: format)
    }

    /// An error at this place.
    public func error(_ reason: String) -> ParseError {
        ParseError(reason, offset: node.offset)
    }

    var isNull: Bool {
        if case .null = node.value { true } else { false }
    }

    func object() throws -> JSONObjectReader {
        guard case .object = node.value else { throw unexpected("an object") }
        return JSONObjectReader(node)
    }

    /// - Parameter expected: what is expected, for the message.
    /// - Returns: the digits as they are written.
    func number(_ expected: String) throws -> String {
        guard case .number(let digits) = node.value else { throw unexpected(expected) }
        return digits
    }

    func string() throws -> String {
        guard case .string(let text) = node.value else { throw unexpected("a string") }
        return text
    }

    func bool() throws -> Bool {
        guard case .bool(let bool) = node.value else { throw unexpected("true or false") }
        return bool
    }

    func array<Element: JSONReadable>() throws -> [Element] {
        guard case .array(let nodes) = node.value else { throw unexpected("an array") }
        var elements: [Element] = []
        elements.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            elements.append(try JSONReader.read(node, at: "[\(index)]", format: format))
        }
        return elements
    }

    func dictionary<Value: JSONReadable>() throws -> [String: Value] {
        guard case .object(let members) = node.value else { throw unexpected("an object") }
        var values: [String: Value] = [:]
        for member in members {
            values[member.name] = try JSONReader.read(member.value, at: member.name, format: format)
        }
        return values
    }

    func date() throws -> Date {
        switch format {
        case .unix, .milliseconds:
            let digits = try number(format == .unix ? "seconds since 1970" : "milliseconds since 1970")
            // Calendars of Foundation may trap on dates far outside the years that can be written.
            guard let number = Double(digits),
                case let seconds = format == .unix ? number : number / 1_000, DateText.years.contains(seconds)
            else {
                throw error("\(excerpt(of: digits.utf8)) is out of range for a date")
            }
            return Date(timeIntervalSince1970: seconds)
        case .iso8601, .date, .http:
            let text = try string()
            guard let date = DateReading.date(from: text, format: format) else {
                throw error("\"\(excerpt(of: text.utf8))\" is no date of the format \(format)")
            }
            return date
        }
    }

    private func unexpected(_ expected: String) -> ParseError {
        error("expected \(expected), found \(node.kind)")
    }

    /// Reads the value of a node, and puts `step` in front of the path of an error that comes up on the way.
    static func read<Value: JSONReadable>(_ node: JSONNode, at step: String, format: DateFormat) throws -> Value {
        do {
            var reader = JSONReader(node, format: format)
            return try Value.read(from: &reader)
        } catch let error as ParseError {
            throw error.under(step)
        }
    }
}

extension ParseError {
    /// The same error, seen from one level further out.
    func under(_ step: String) -> ParseError {
        var error = self
        error.path = path.isEmpty || path.hasPrefix("[") ? step + path : step + "." + path
        return error
    }
}
