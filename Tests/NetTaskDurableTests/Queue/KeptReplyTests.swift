import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("The stored part of a reply")
struct KeptReplyTests {
    @Test("a reply is restored without the headers that contain credentials")
    func roundTrip() throws {
        let headers: HTTPFields = [.eTag: "\"1\"", .setCookie: "session=s", .contentType: "text/plain"]
        let reply = HTTPReply(
            status: .init(code: 201),
            headers: headers,
            body: Data([0, 255, 10]),
            method: .post,
            url: "https://shop.test/orders",
            attempt: 3
        )
        let read = try HTTPReply(stored: try #require(reply.stored()))

        var expected = reply
        expected.headers[.setCookie] = nil
        #expect(read == expected)
    }

    @Test("a body of 64 KB is stored, a larger one is not")
    func size() {
        #expect(HTTPReply(status: .ok, body: Data(count: 65_536)).stored() != nil)
        #expect(HTTPReply(status: .ok, body: Data(count: 65_537)).stored() == nil)
    }

    @Test("the reply to a task of 64 KB is stored, that to a larger one is not")
    func taskSize() throws {
        let reply = HTTPReply(status: .ok)
        #expect(try KeptReply.bytes(of: reply, payload: Data(count: 65_536), codec: nil) != nil)
        #expect(try KeptReply.bytes(of: reply, payload: Data(count: 65_537), codec: nil) == nil)
    }

    @Test("a reply whose body is in a file is not stored")
    func file() {
        #expect(HTTPReply(status: .ok, file: HTTPFile(data: Data(), contentType: "text/plain")).stored() == nil)
    }

    @Test("invalid bytes are rejected", arguments: ["", "{}", "[1]", #"{"status":1}"#])
    func garbage(_ text: String) {
        #expect(throws: ParseError.self) { try HTTPReply(stored: Data(text.utf8)) }
    }

    @Test("task and reply are restored together")
    func both() throws {
        let kept = KeptReply(task: Data("task".utf8), reply: Data("reply".utf8))
        #expect(KeptReply(kept.bytes) == kept)
        let empty = KeptReply(task: Data(), reply: Data())
        #expect(KeptReply(empty.bytes) == empty)
    }

    @Test("truncated bytes are invalid", arguments: [Data(), Data([0, 0, 0]), Data([0, 0, 0, 2, 1])])
    func short(_ bytes: Data) {
        #expect(KeptReply(bytes) == nil)
    }

    @Test(
        "SHA-256 matches the standard's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(_ text: String, _ hash: String) {
        #expect(SHA256.hash(Data(text.utf8)).map { String(format: "%02x", $0) }.joined() == hash)
    }
}
