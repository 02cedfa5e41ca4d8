import NetTaskCore

/// The common behavior of tasks of this protocol: a line with an error is a failure.
protocol LineTask: NetTask where Request == JSONLine, Reply == JSONLine, Rejection == LineError {}

extension LineTask {
    static func check(_ reply: JSONLine) throws {
        if let error = reply.error { throw error }
    }
}

/// Adds numbers. Has no side effects on the server.
struct Sum: LineTask {
    typealias Response = Int
    var numbers: [Int]

    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() throws -> JSONLine {
        if numbers.isEmpty {
            throw PackError(task: Self.name, parameter: "numbers", reason: "there is nothing to add")
        }
        return JSONLine(call: "sum", numbers: numbers)
    }

    func parse(_ reply: JSONLine) throws -> Int {
        guard let number = reply.number else { throw ParseError("there is no number", path: "number") }
        return number
    }
}

/// Returns the text in capitals. Must not be sent twice.
struct Shout: LineTask {
    typealias Response = String
    var text: String

    func pack() -> JSONLine { JSONLine(call: "shout", text: text) }

    func parse(_ reply: JSONLine) throws -> String {
        guard let text = reply.text else { throw ParseError("there is no text", path: "text") }
        return text
    }
}
