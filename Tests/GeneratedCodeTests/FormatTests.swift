import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("Formats in generated code")
struct FormatTests {
    /// 2026-11-21T10:15:00.250Z
    private let date = Date(timeIntervalSince1970: 1_795_256_100.25)
    private let second = Date(timeIntervalSince1970: 1_795_256_100)

    @Test("each format is sent and read in JSON")
    func json() async throws {
        // given
        let written = Shapes.Written(
            millis: second,
            micros: date,
            sql: second,
            mail: second,
            basic: [second],
            id: 9_007_199_254_740_993,
            count: [1, 255],
            price: Decimal(string: "12345678901234567890123456789012345.678"),
            ratio: .value(0.5),
            bytes: Data([0xFB, 0xFF, 0xFE, 0x01]),
            link: URL(string: "https://example.com/a?b")
        )

        // when
        let (request, response) = try await RecordingServer.run(answer: { .text($0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(Shapes.SendWritten(body: written))
            return (try #require(await server.requests.first), response)
        }

        // then
        #expect(
            request.text
                == #"{"millis":"2026-11-21T10:15:00.000Z","micros":1795256100250000,"sql":"2026-11-21 10:15:00","#
                + #""mail":"Sat, 21 Nov 2026 10:15:00 +0000","basic":["20261121T101500Z"],"id":"9007199254740993","#
                + #""count":["1","255"],"price":"12345678901234567890123456789012345.678","ratio":"0.5","#
                + #""bytes":"-__-AQ","link":"https://example.com/a?b"}"#
        )
        #expect(response.millis == second)
        #expect(response.micros == date)
        #expect(response.sql == second)
        #expect(response.mail == second)
        #expect(response.basic == [second])
        #expect(response.id == written.id)
        #expect(response.count == [1, 255])
        #expect(response.price == written.price)
        #expect(response.ratio == .value(0.5))
        #expect(response.bytes == written.bytes)
        #expect(response.link == written.link)
    }

    @Test("dates and bytes are sent in path, query and header; numbers in a reply may have quotes")
    func elsewhere() async throws {
        // given
        let task = Shapes.ListWritten(
            day: second,
            millis: date,
            micros: date,
            sql: second,
            mail: second,
            bytes: [Data([0xFB]), Data([1, 2])],
            link: URL(string: "https://a.b")!,
            words: ["x"]
        )

        // when
        let (request, response) = try await RecordingServer.run(answer: { _ in .text(#"{"ids":["1",-2,"3"]}"#) }) {
            (server, baseURL) in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first), response)
        }

        // then
        #expect(request.target.hasPrefix("/written/20261121T101500Z?"))
        #expect(
            request.query.map(\.description) == [
                "millis=2026-11-21T10:15:00.250Z", "micros=1795256100250000", "sql=2026-11-21 10:15:00", "bytes=-w,AQI",
                "link=https://a.b", "words=x",
            ]
        )
        #expect(request.headers["mail"] == "Sat, 21 Nov 2026 10:15:00 +0000")
        #expect(response == [1, -2, 3])
    }
}
