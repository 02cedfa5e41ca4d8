import Testing

@testable import NetTaskSpec

@Suite("Durations")
struct DurationTests {
    @Test(
        "have a unit, and at most seven days",
        arguments: [
            ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1_500)), ("2m", .seconds(120)),
            ("1h", .seconds(3_600)),
            ("0.5d", .seconds(43_200)), ("7d", .seconds(604_800)), ("168h", .seconds(604_800)),
        ] as [(String, Duration)]
    )
    func units(text: String, duration: Duration) throws {
        #expect(try Duration.parsing(text).get() == duration)
    }
}
