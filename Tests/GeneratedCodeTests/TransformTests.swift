import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Transforms of what is sent and of what is read")
struct TransformTests {
    private let reading = Measures.Reading(
        celsius: 21.5,
        tags: ["a", "b"],
        series: [1.5, 2],
        until: Date(timeIntervalSince1970: 5),
        pin: "1234",
        level: 7
    )
    private let readingJSON =
        #"{"temp":215.0,"tags":"a,b","series":[15.0,20.0],"until":5,"pin":"4321","level":"level 7"}"#

    @Test("a pair of transforms: `send` makes the sent value, and `read` restores it")
    func pairs() async throws {
        // when
        let message = try Measures.SendReading(body: reading).pack()
        let read = try await reply(readingJSON)

        // then
        #expect(message.body?.data.map { String(decoding: $0, as: UTF8.self) } == readingJSON)
        #expect(message.secrets == ["4321"])
        #expect(read.celsius == 21.5)
        #expect(read.tags == ["a", "b"])
        #expect(read.series == [1.5, 2])
        #expect(read.until == Date(timeIntervalSince1970: 5))
        #expect(read.pin == "1234")
        #expect(read.level == 7)
    }

    @Test("without a value, a function of an optional field or of a default is not called")
    func pairsWithoutValues() async throws {
        // given
        let json = #"{"temp": 0, "tags": "", "pin": "", "until": null}"#

        // when
        let read = try await reply(json)

        // then
        #expect(read.series == nil)
        #expect(read.until == nil)
        #expect(read.level == 3)
    }

    @Test(
        "a transform that throws is a parse failure at its field, without the secret",
        arguments: [
            ("level", #""x""#, #"its transform rejected the value: Refusal(text: "x")"#),
            ("pin", #""refused""#, "its transform rejected the value"),
            ("temp", #""hot""#, nil), ("temp", "null", nil),
        ]
    )
    func refusals(name: String, value: String, reason: String?) async throws {
        // given
        let json = #"{"\#(name)": \#(value), "temp": 0, "tags": "", "pin": ""}"#

        // when
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await reply(json)
        }

        // then
        guard case .parse(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.path == name)
        if let reason { #expect(error.reason == reason) }
    }

    @Test("`read` in a reply that is described in place, and in the elements of a stream")
    func readTransforms() async throws {
        // given
        let transport = HTTPMockTransport { [readingJSON] request in
            request.head.path == "/temperature"
                ? .json(#"{"main": {"temp": 215}}"#) : .lines(["\(readingJSON)\n", "\(readingJSON)\n"])
        }
        let queue = HTTPNetTaskQueue(transport: transport)

        // when
        let temperature = try await queue.run(Measures.GetTemperature())
        var celsius: [Double] = []
        for try await reading in queue.stream(Measures.WatchReadings()) { celsius.append(reading.celsius) }

        // then
        #expect(temperature.celsius == 21.5)
        #expect(temperature.highest == nil)
        #expect(celsius == [21.5, 21.5])
    }

    /// What is read from a reply with this JSON.
    private func reply(_ json: String) async throws -> Measures.Reading {
        let transport = HTTPMockTransport { _ in .json(json) }
        return try await HTTPNetTaskQueue(transport: transport).run(Measures.SendReading(body: reading))
    }
}
