import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Bodies of requests, of all kinds.
    static let bodies: [Case] =
        ["POST", "PUT", "PATCH", "DELETE"].map { method in
            Case("A body of \(method) goes out, with its length") { ground in
                try await sends(.data(ConformanceGround.bytes(300_000)), method, on: ground)
            }
        } + [
            Case("A body of GET goes out, with its length", allowances: [.bodyWithGET]) { ground in
                if ground.allows(.bodyWithGET) { return }
                try await sends(.data(ConformanceGround.bytes(300)), "GET", on: ground)
            },
            Case("A POST with an empty body says that its length is 0") { ground in
                _ = try await ground.send(HTTPMessage(method: .post, uri: "a", body: .data(Data())))
                try ground.expect(ground.request.values(of: "Content-Length"), ["0"], "Content-Length")
            },
            Case("A file goes out, with its length") { ground in
                try await sends(.file(try ground.file(ConformanceGround.bytes(1_000_000))), on: ground)
            },
            Case("An empty file goes out as an empty body") { ground in
                _ = try await ground.send(HTTPMessage(method: .post, uri: "a", body: .file(try ground.file(Data()))))
                try ground.expect(ground.request.values(of: "Content-Length"), ["0"], "Content-Length")
            },
            Case("A stream that says its length goes out with it") { ground in
                let stream = stream(of: ConformanceGround.bytes(1_000_000), length: 1_000_000)
                try await sends(.file(HTTPFile(stream: stream)), on: ground)
            },
            Case("A stream that does not say its length goes out whole") { ground in
                let data = ConformanceGround.bytes(1_000_000)
                let message = HTTPMessage(
                    method: .post,
                    uri: "a",
                    body: .file(HTTPFile(stream: stream(of: data, length: nil)))
                )
                _ = try await ground.send(message)
                try ground.expect(try ground.request.body == data, "another body went out")
            },
            Case("A stream that fails ends the request, and no server takes it for a whole one") { ground in
                struct Trouble: Error {}
                let count = Watched(0)
                let stream = FileStream(length: 1_000_000) {
                    if count.update({
                        $0 += 1; return $0
                    }) > 3 {
                        throw Trouble()
                    }
                    return ConformanceGround.bytes(1_000)
                }
                do {
                    _ = try await ground.send(
                        HTTPMessage(method: .post, uri: "a", body: .file(HTTPFile(stream: stream)))
                    )
                    throw Failure("it succeeded")
                } catch let error as TransportError {
                    try ground.expect(error.underlying is Trouble, "the error is not that of the stream: \(error)")
                }
                try ground.expect(ground.requests.count, 0, "the number of whole requests")
            },
            Case("A form with a file in it goes out, with its length") { ground in
                let file = try ground.file(ConformanceGround.bytes(100_000))
                let parts = [
                    MultipartPart(name: "text", contents: .data(Data("ü".utf8))),
                    MultipartPart(name: "file", fileName: "a.bin", contentType: "a/b", contents: file.contents),
                ]
                _ = try await ground.send(HTTPMessage(method: .post, uri: "a", body: .multipart(parts)))
                let request = try ground.request
                try ground.expect(request.values(of: "Content-Length"), ["\(request.body.count)"], "Content-Length")
                try ground.expect(request.body.range(of: try file.data()) != nil, "the file is not in the body")
            },
            Case("The progress of sending is reported up to the end of the request") { ground in
                let pace = HTTPPace()
                ground.answer { _ in
                    try await pace.next()
                    return .status(200)
                }
                let data = ConformanceGround.bytes(1_000_000)
                let handle = ground.add(HTTPMessage(method: .post, uri: "a", body: .data(data)))
                for await progress in handle.progress where progress.completed == data.count {
                    try ground.expect(progress.direction, .sending, "the direction")
                    try ground.expect(progress.total, 1_000_000, "the total")
                    break
                }
                pace.releaseAll()
                _ = try await handle.value
            },
        ]

    private static func sends(_ body: HTTPRequestBody, _ method: String = "POST", on ground: ConformanceGround)
        async throws
    {
        let data =
            try body.data ?? body.fileURL.map { try Data(contentsOf: $0) } ?? ConformanceGround.bytes(1_000_000)
        _ = try await ground.send(HTTPMessage(method: HTTPRequest.Method(method)!, uri: "a", body: body))
        let request = try ground.request
        try ground.expect(request.values(of: "Content-Length"), ["\(data.count)"], "Content-Length")
        try ground.expect(request.values(of: "Transfer-Encoding"), [], "Transfer-Encoding")
        try ground.expect(request.body == data, "another body went out")
    }

    private static func stream(of data: Data, length: Int64?) -> FileStream {
        let rest = Watched(data)
        return FileStream(length: length) {
            rest.update { rest in
                guard !rest.isEmpty else { return nil }
                defer { rest = rest.dropFirst(10_000) }
                return Data(rest.prefix(10_000))
            }
        }
    }
}
