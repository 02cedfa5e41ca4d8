import Foundation
@testable import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Files of durable tasks")
struct StoredFileTests {
    @Test("A file in memory is restored with its bytes, name and content type")
    func memory() throws {
        let file = HTTPFile(data: Data([0, 255]), name: "a\"b.bin", contentType: "image/png")
        #expect(try Keep(file).restored == file)
        #expect(try Keep(HTTPFile(data: Data())).restored == HTTPFile(data: Data()))
    }

    @Test("A file on disk is read when the task is stored")
    func disk() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("hello".utf8).write(to: url)
        let stored = try Keep(HTTPFile(at: url, name: "h.txt", contentType: "text/plain")).stored()
        try FileManager.default.removeItem(at: url)
        let file = try Keep<HTTPFile>(stored: stored).value
        #expect(file == HTTPFile(data: Data("hello".utf8), name: "h.txt", contentType: "text/plain"))
    }

    @Test("A missing file is an error that names it")
    func missing() throws {
        let url = URL(fileURLWithPath: "/nowhere/at/all")
        let error = #expect(throws: StoringError.self) { try Keep(HTTPFile(at: url)).stored() }
        #expect(error?.description.contains("/nowhere/at/all") == true)
    }

    @Test("A pipe is an error, without a wait")
    func pipe() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        #expect(mkfifo(url.path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(throws: StoringError.unreadable(url, "it is not a regular file")) {
            try Keep(HTTPFile(at: url)).stored()
        }
    }

    @Test("A stream is an error that states the fix")
    func stream() throws {
        let stream = FileStream(length: 3) { Data() }
        #expect(throws: StoringError.stream) { try Keep(HTTPFile(stream: stream)).stored() }
    }

    @Test("Files of more than 32 MB in all are an error")
    func tooLarge() throws {
        let half = HTTPFile(data: Data(count: 16 << 20))
        #expect(throws: StoringError.tooLarge(limit: 32 << 20)) {
            try Keep([half, half, HTTPFile(data: Data(count: 1))]).stored()
        }
    }
}
