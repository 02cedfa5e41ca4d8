import Testing

@testable import NetTaskSpec

/// What an overlay makes wrong is reported at its own line, since the file that it extends is not to be edited.
@Suite("Mistakes of overlays")
struct OverlayMistakeTests {
    private func read(_ overlay: String, over imported: String) -> SpecReader.Result {
        SpecReader.read(
            sources: [
                SpecReader.Source(
                    path: "shop.nettask.yaml",
                    text: "nettask: 1\nextends: imported.nettask.yaml\n" + overlay
                ),
                SpecReader.Source(
                    path: "imported.nettask.yaml",
                    text: "nettask: 1\nclient: Shop\nbaseURL: http://h\nshapes: {Order: {fields: {id: Int}}}\n"
                        + imported
                ),
            ]
        )
    }

    @Test(
        "are told at the key that makes them, with the place in the extended file",
        arguments: [
            (
                "endpoints:\n  Get: {response: {optional: true}}",
                "endpoints: {Get: {uri: x, response: {fields: {id: Int}}}}",
                """
                shop.nettask.yaml:4:20: error: a response with `fields` has no `optional` [conflicting-keys]
                  Get: {response: {optional: true}}
                                   ^
                imported.nettask.yaml:5:38: note: `fields` is in what the spec extends
                shop.nettask.yaml:4:20: note: write `fields: null` to remove it
                """
            ),
            (
                "endpoints:\n  Get: {response: {lines: null, type: Order}}",
                "endpoints: {Get: {uri: x, response: {lines: Order, idle: 30s}}}",
                """
                shop.nettask.yaml:4:9: error: `idle` is about a stream, and this response has neither `events` nor `lines` [conflicting-keys]
                  Get: {response: {lines: null, type: Order}}
                        ^
                imported.nettask.yaml:5:52: note: this is here, in what the spec extends
                shop.nettask.yaml:4:9: note: write `idle: null` to remove it
                """
            ),
            (
                "shapes:\n  Order: {enum: [a, b]}",
                "endpoints: {Get: {uri: x, response: Order}}",
                """
                shop.nettask.yaml:4:11: error: an enumeration has no `fields` [conflicting-keys]
                  Order: {enum: [a, b]}
                          ^
                imported.nettask.yaml:4:18: note: `fields` is in what the spec extends
                shop.nettask.yaml:4:11: note: write `fields: null` to remove it
                """
            ),
            (
                "endpoints:\n  Save: {method: GET}",
                "endpoints: {Save: {method: POST, uri: x, params: {order: Order}}}",
                """
                shop.nettask.yaml:4:3: error: `Order` can only stand in a query with `style: brackets`, as `order[…]=…`, or `style: numbered`, as `order.…=…` [unsendable-value]
                  Save: {method: GET}
                  ^
                imported.nettask.yaml:5:58: note: this is here, in what the spec extends
                """
            ),
            (
                "endpoints:\n  List: {pages: {cursor: after, next: cursor}}",
                "endpoints: {List: {uri: x, params: {page: Int?, after: String?}, response: \"[Order]\", pages: {page: page}}}",
                """
                shop.nettask.yaml:4:18: error: `page` is another way to go on than `cursor`; say one of them [conflicting-keys]
                  List: {pages: {cursor: after, next: cursor}}
                                 ^
                imported.nettask.yaml:5:95: note: `page` is in what the spec extends
                shop.nettask.yaml:4:18: note: write `page: null` to remove it
                """
            ),
        ]
    )
    func places(overlay: String, imported: String, text: String) {
        #expect(read(overlay, over: imported).diagnostics.map(\.description).joined(separator: "\n") == text)
    }

    @Test(
        "a response of another kind takes the place of the one that is extended",
        arguments: [
            "JSONValue", "{type: Order, from: data}", "{fields: {id: Int}}", "{events: Order, until: end}",
        ]
    )
    func otherKind(response: String) throws {
        // given
        let imported = "endpoints: {Wait: {uri: x, response: \(response)}}"
        // when
        let shapes = "shapes: {Line: {fields: {state: String}}}\n"
        let result = read(shapes + "endpoints: {Wait: {response: {lines: Line}}}", over: imported)
        // then
        #expect(result.diagnostics.map(\.description) == [])
        let stream = try #require(result.specs.first?.endpoints.first?.stream)
        #expect("\(stream)".contains("Line"))
    }
}
