import HTTPTypes
import NetTaskRuntime
import NetTaskStreams

/// An element of the server's streams.
struct Numbered: JSONReadable, Sendable {
    var number: Int
    var text: String

    init(from object: inout JSONReader) throws {
        number = try object.read("number")
        text = try object.read("text")
    }

    /// The element that is due.
    ///
    /// - Returns: what is wrong with it; nil if nothing is.
    func fault(expecting expected: Int) -> String? {
        if number != expected { return "element \(number) instead of \(expected)" }
        let size = Self.size(number)
        let isWhole = text.utf8.count == size && text.utf8.elementsEqual((0..<size).lazy.map { Self.digits[$0 % 16] })
        return isWhole ? nil : "element \(number) has another text"
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// As the server says.
    private static func size(_ number: Int) -> Int {
        if number.isMultiple(of: 2_000) { return 1_000_000 }
        if number.isMultiple(of: 500) { return 200_000 }
        if number.isMultiple(of: 50) { return 20_000 }
        return number * 7_919 % 2_000
    }
}

protocol NumberedStream: HTTPStreamTask where Element == Numbered, Response == [Numbered], Failure == Never {
    init(key: String, count: Int)
}

struct NumberedEvents: NumberedStream {
    typealias Response = [Numbered]
    typealias Element = Numbered

    var key: String
    var count: Int

    static var endpoint: HTTPEndpoint { HTTPEndpoint("NumberedEvents", .get, "events/{key}/{count}") }
    // Readers pause for longer than this.
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events, idle: .seconds(10)) }
    var uri: String { "events/\(key)/\(count)" }
}

struct NumberedLines: NumberedStream {
    typealias Response = [Numbered]
    typealias Element = Numbered

    var key: String
    var count: Int

    static var endpoint: HTTPEndpoint { HTTPEndpoint("NumberedLines", .get, "lines/{key}/{count}") }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.lines, idle: .seconds(10)) }
    var uri: String { "lines/\(key)/\(count)" }
}

/// How many requests for the streams of a key the server has seen.
struct RequestCount: HTTPNetTask {
    typealias Response = Int

    var key: String

    static var endpoint: HTTPEndpoint { HTTPEndpoint("RequestCount", .get, "requests/{key}") }
    var uri: String { "requests/\(key)" }
}
