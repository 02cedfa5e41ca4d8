import Foundation
import Testing

@testable import NetTaskSpec

/// Extension keys, `x-…`.
@Suite struct ExtensionTests {
    @Test("an endpoint's own keys replace those of the defaults, with any YAML as values")
    func merged() throws {
        // when
        let file = fixtures.appendingPathComponent("Good/extensions.nettask.yaml")
        let spec = try read(String(contentsOf: file, encoding: .utf8))

        // then
        #expect(
            spec.endpoints[0].extensions == [
                .init("x-team", .string("core")),
                .init(
                    "x-level",
                    .map([
                        .init("low", .integer(1)), .init("high", .number("-2.5")), .init("none", .null),
                        .init("nothing", .null), .init("flags", .list([.bool(true), .bool(false)])),
                        .init("text", .string("true")), .init("empty", .map([])), .init("list", .list([])),
                    ])
                ),
            ]
        )
        #expect(spec.endpoints[1].extensions.map(\.name) == ["x-team", "x-level"])
    }
}
