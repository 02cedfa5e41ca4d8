import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP

@Suite("Multipart")
struct MultipartTests {
    private let photo = HTTPFile(data: Data("PNG".utf8), name: "p.png", contentType: "image/png")

    @Test("B23: fields first, then files with name and type, then the closing boundary, byte for byte")
    func layout() throws {
        // given
        let task = Blog.UploadPhoto(albumId: 1, caption: "é", photo: photo, thumbnail: HTTPFile(data: Data()))
        // when
        let body = try multipartBody(try task.pack().parts, boundary: "B")
        // then
        let expected =
            "--B\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\né\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.png\"\r\n"
            + "Content-Type: image/png\r\n\r\nPNG\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"thumbnail\"; filename=\"thumbnail\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n\r\n"
            + "--B--\r\n"
        #expect(String(decoding: body, as: UTF8.self) == expected)
    }

    @Test("B23: without parts only the closing boundary is left")
    func noParts() throws {
        // when
        let message = try pack(.post, .multipart) { _ in }
        // then
        #expect(try multipartBody(message.parts, boundary: "B") == Data("--B--\r\n".utf8))
    }

    @Test("B22: the content type has the boundary of the body")
    func boundaryInContentType() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(200) }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.random = SeededRandom(seed: 1)
        }
        let message = try Blog.UploadPhoto(albumId: 1, photo: photo).pack()
        // when
        _ = try await handler.send(message, context: NetTaskContext(name: "UploadPhoto"))
        _ = try await handler.send(message, context: NetTaskContext(name: "UploadPhoto"))
        // then
        let boundaries = transport.requests.map {
            $0.head.headerFields[.contentType]?.split(separator: "boundary=").last.map(String.init) ?? ""
        }
        #expect(boundaries[0] != boundaries[1])
        for (request, boundary) in zip(transport.requests, boundaries) {
            #expect(request.head.headerFields[.contentType] == "multipart/form-data; boundary=\(boundary)")
            #expect(try request.body == multipartBody(message.parts, boundary: boundary))
        }
    }

    @Test("B22: a boundary that occurs in a part is not used")
    func boundaryIsAbsentFromParts() {
        // given
        let numbers = Box<[UInt64]>([1, 2, 3, 4])
        let taken = "NetTask-00000000000000010000000000000002"
        let parts = [MultipartPart(name: "a", data: Data("x\(taken)y".utf8))]
        // when
        let boundary = MultipartForm.boundary(for: parts) { numbers.update { $0.removeFirst() } }
        // then
        #expect(boundary == taken + "0000000000000003")
    }

    @Test("B22: a boundary is found even with constant randomness")
    func boundaryWithoutRandomness() {
        // given
        let taken = "NetTask-" + String(repeating: "0", count: 64)
        let parts = [MultipartPart(name: "a", data: Data(taken.utf8))]
        // when
        let boundary = MultipartForm.boundary(for: parts) { 0 }
        // then
        #expect(boundary == taken + "0000000000000000")
    }

    @Test(
        "B21: CR, LF and NUL in a name, a file name or a content type are rejected",
        arguments: ["\r", "\n", "\u{0}"]
    )
    func lineEnds(character: String) {
        let bad = "a\(character)b"
        #expect(packError(.post, .multipart) { $0.add(escaping: bad, 1) } != nil)
        #expect(packError(.post, .multipart) { $0.add("f", HTTPFile(data: Data(), name: bad)) }?.parameter == "f")
        #expect(
            packError(.post, .multipart) { $0.add("f", HTTPFile(data: Data(), contentType: bad)) }?.parameter == "f"
        )
    }

    @Test("B21: quotes in names are escaped")
    func quotes() throws {
        // given
        let file = HTTPFile(data: Data(), name: "\"a\".png\"")
        // when
        let message = try pack(.post, .multipart) { $0.add(escaping: "x\"y", file) }
        // then
        let body = String(decoding: try multipartBody(message.parts, boundary: "B"), as: UTF8.self)
        #expect(body.contains("name=\"x%22y\"; filename=\"%22a%22.png%22\"\r\n"))
    }

    @Test("B21: a quote is escaped even before a combining mark, with which it forms one character")
    func quoteBeforeCombiningMark() throws {
        // given
        let file = HTTPFile(data: Data(), name: "\"\u{301}; a=\"")
        // when
        let message = try pack(.post, .multipart) { $0.add(escaping: "x\"\u{301}", file) }
        // then
        let body = String(decoding: try multipartBody(message.parts, boundary: "B"), as: UTF8.self)
        #expect(body.contains("name=\"x%22\u{301}\"; filename=\"%22\u{301}; a=%22\"\r\n"))
    }

    @Test("Joined arrays are one part")
    func joinedArray() throws {
        // when
        let message = try pack(.post, .multipart) { $0.add("t", ["a b", "c"], style: .comma) }
        // then
        #expect(message.parts == [MultipartPart(name: "t", data: Data("a b,c".utf8))])
    }

    @Test("A file is rejected where it cannot be sent", arguments: [HTTPRequestEncoding.form, .json])
    func fileElsewhere(request: HTTPRequestEncoding) {
        #expect(packError(.post, request) { $0.add("photo", photo) }?.parameter == "photo")
        #expect(packError(.get, request) { $0.add("photo", photo) }?.parameter == "photo")
    }
}
