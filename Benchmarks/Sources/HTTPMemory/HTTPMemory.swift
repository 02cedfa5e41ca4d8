import Foundation
import HTTPTypes
import NetTaskAsyncHTTPClient
import NetTaskRuntime
import Subjects

/// Prints how much memory a gigabyte takes on its way from a file to a server, and from a server to a file, through a
/// queue over async-http-client: the highest that a process of its own had, less what it had before.
///
///     http-memory [upload|download]
@main
struct HTTPMemory {
    private static let size = 1 << 30
    private static let target = 32

    static func main() async throws {
        if let direction = CommandLine.arguments.dropFirst().first {
            return try await measure(direction)
        }
        for direction in ["upload", "download"] {
            let process = Process()
            process.executableURL = ServerProcess.program("http-memory")
            process.arguments = [direction]
            try process.run()
            process.waitUntilExit()
        }
    }

    private static func measure(_ direction: String) async throws {
        let server = try ServerProcess()
        let queue = HTTPNetTaskQueue(baseURL: server.url, transport: AsyncHTTPClientTransport())
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("http-memory-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        // What is loaded once for any request is no matter of its size.
        _ = try await queue.run(Upload(file: File(data: Data())))

        let before: Int
        let sent: Int
        if direction == "upload" {
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(size))
            try handle.close()
            before = try peak()
            _ = try await queue.run(Upload(file: File(at: file)))
            sent = size
        } else {
            before = try peak()
            _ = try await queue.run(Download(size: size), .download(to: file))
            sent = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        }
        let used = Double(try peak() - before) / 1024
        let verdict = used < Double(target) ? "met" : "not met"
        print(
            "\(direction) of \(sent >> 20) MB takes \(String(format: "%.1f", used)) MB of memory; "
                + "target: under \(target), \(verdict)"
        )
    }

    /// The most memory that this process has had, in KB.
    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}

private struct Upload: HTTPNetTask {
    typealias Response = Data
    var file: File

    static var name: String { "Upload" }
    var uri: String { "upload" }
    func pack() throws -> HTTPMessage {
        HTTPMessage(method: .put, uri: uri, body: .file(file))
    }
}

private struct Download: HTTPNetTask {
    typealias Response = File
    var size: Int

    static var name: String { "Download" }
    var uri: String { "large/\(size)" }
}
