import Figures
import Foundation
import HTTPTypes
import NetTaskAsyncHTTPClient
import NetTaskRuntime
import Subjects

/// Prints the memory for sending a gigabyte from a file to a server, and from a server to a file, through a
/// queue over async-http-client: the largest memory of a separate process, less its memory before.
///
///     http-memory [upload|download]
@main
struct HTTPMemory {
    private static let size = 1 << 30

    private struct NotMeasured: Error {
        var direction: String
    }

    static func main() async throws {
        if let direction = CommandLine.arguments.dropFirst().first {
            return print(try await measure(direction))
        }
        var recorder = Recorder("http-memory")
        for direction in ["upload", "download"] {
            try recorder.add(
                Figure(
                    .http,
                    "memory of a gigabyte's \(direction)",
                    .bytes,
                    ours: try bytes(direction),
                    target: .figure(atMost: 32_000_000)
                )
            )
        }
    }

    /// Measured in a process that does nothing else.
    private static func bytes(_ direction: String) throws -> Double {
        let (process, output) = (Process(), Pipe())
        process.executableURL = ServerProcess.program("http-memory")
        process.arguments = [direction]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw NotMeasured(direction: direction)
        }
        return bytes
    }

    private static func measure(_ direction: String) async throws -> Int {
        let server = try ServerProcess()
        let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport(), baseURL: server.url)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("http-memory-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        // Memory that any request loads once does not depend on its size.
        _ = try await queue.run(Upload(file: HTTPFile(data: Data())))

        let before: Int
        let sent: Int
        if direction == "upload" {
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(size))
            try handle.close()
            before = try peak()
            _ = try await queue.run(Upload(file: HTTPFile(at: file)))
            sent = size
        } else {
            before = try peak()
            _ = try await queue.run(Download(size: size), .download(to: file))
            sent = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        }
        guard sent == size else { throw NotMeasured(direction: direction) }
        return (try peak() - before) * 1024
    }

    /// The largest memory of this process so far, in KB.
    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}

private struct Upload: HTTPNetTask {
    typealias Response = Data
    var file: HTTPFile

    static var endpoint: HTTPEndpoint { HTTPEndpoint("Upload") }
    var uri: String { "upload" }
    func pack() throws -> HTTPMessage {
        HTTPMessage(method: .put, uri: uri, body: .file(file))
    }
}

private struct Download: HTTPNetTask {
    typealias Response = HTTPFile
    var size: Int

    static var endpoint: HTTPEndpoint { HTTPEndpoint("Download") }
    var uri: String { "large/\(size)" }
}
