import Foundation
@testable import NetTaskTesting

/// A client that knows no protocol: it sends and reads bytes as the test says.
struct LoopbackClient {
    private let socket: ServerSocket

    /// - Throws: `POSIXError` if there is no connection.
    init(port: UInt16) throws {
        socket = try ServerSocket.connected(to: port)
    }

    func write(_ text: String) {
        _ = socket.write(Data(text.utf8))
    }

    /// Reads until what has come ends in `end`. On a thread that may block: the server needs the concurrency pool.
    func read(upTo end: String) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = ""
                while !text.hasSuffix(end), let data = socket.read() {
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
    }

    func close() {
        socket.close()
    }
}
