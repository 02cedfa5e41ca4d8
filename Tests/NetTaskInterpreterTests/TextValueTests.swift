import NetTaskInterpreter
import NetTaskSpec
import Testing

@Suite("Values as users write them on a command line")
struct TextValueTests {
    private let spec = """
        nettask: 1
        client: API
        baseURL: https://api.example.com
        shapes:
          Status: {enum: {ok: ok, lowBattery: low-battery, lost: ok2, ok2: gone}}
        endpoints:
          List:
            uri: devices
            params:
              status: Status?
              unix: {type: Date?, format: unix}
              day: {type: Date?, format: date}
              header: {type: Date?, format: http}
        """

    private func value(_ name: String, _ text: String) throws -> String {
        let spec = try #require(SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: spec)]).specs.first)
        let field = try #require(spec.endpoints[0].params.first { $0.name.written == name })
        let value = try ValueReader(spec.shapesByName, .request).value(ofTexts: [text], for: field)
        return "\(value)"
    }

    @Test("the name of a case is its value, unless another case has that value")
    func cases() throws {
        #expect(try value("status", "lowBattery") == value("status", "low-battery"))
        #expect(try value("status", "ok2") != value("status", "gone"))
        #expect(try value("status", "lost") == value("status", "ok2"))
        #expect(try value("status", "new") != value("status", "ok"))
    }

    @Test(
        "the error of a date has a date of the format",
        arguments: [
            ("unix", "`now` is not a date of the format unix, such as `1764140400`"),
            ("day", "`now` is not a date of the format date, such as `2025-11-26`"),
            ("header", "`now` is not a date of the format http, such as `Wed, 26 Nov 2025 07:00:00 GMT`"),
        ]
    )
    func dates(name: String, reason: String) {
        let error = #expect(throws: ValueError.self) { try value(name, "now") }
        #expect(error?.reason == reason)
    }
}
