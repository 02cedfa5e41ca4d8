// snippet: instrument-task
import NetTaskCore

/// The instrument rejected a command, for example with `ERR 7`.
struct InstrumentError: Error {
    var code: Int
}

/// Reads a temperature from an instrument that answers each line with one line.
struct ReadTemperature: NetTask {
    typealias Rejection = InstrumentError

    var channel: Int

    static var settings: NetTaskSettings {
        NetTaskSettings(
            retry: RetryPolicy(maxRetryCount: 2, interval: .zero),
            timeout: .seconds(5),
            isIdempotent: true
        )
    }

    func pack() -> String { "TEMP? \(channel)" }

    static func check(_ reply: String) throws {
        if reply.hasPrefix("ERR ") { throw InstrumentError(code: Int(reply.dropFirst(4)) ?? 0) }
    }

    func parse(_ reply: String) throws -> Double {
        guard let degrees = Double(reply) else { throw ParseError("\(reply.debugDescription) is not a temperature") }
        return degrees
    }
}
// end

// snippet: instrument-handler
/// Sends one line at a time, and returns the line that answers it.
struct InstrumentHandler: NetTaskQueueHandler {
    /// Writes a line to the serial port, and reads the next one.
    var exchange: @Sendable (String) async throws -> String

    func send(_ line: String, context: NetTaskContext) async throws -> String {
        try await exchange(line)
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        // Code 7 means that the instrument is busy.
        (error as? InstrumentError)?.code == 7 ? .transient : .final
    }
}
// end
