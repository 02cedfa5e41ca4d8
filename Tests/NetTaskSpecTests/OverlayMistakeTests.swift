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
        "are reported at the key that causes them, with the place in the extended file",
        arguments: [
            (
                "endpoints:\n  Get: {response: {optional: true}}",
                "endpoints: {Get: {uri: x, response: {fields: {id: Int}}}}",
                """
                shop.nettask.yaml:4:20: error: a response with `fields` cannot have `optional` [conflicting-keys]
                  Get: {response: {optional: true}}
                                   ^
                imported.nettask.yaml:5:38: note: `fields` is in the extended spec
                shop.nettask.yaml:4:20: note: write `fields: null` to remove it
                """
            ),
            (
                "endpoints:\n  Get: {response: {lines: null, type: Order}}",
                "endpoints: {Get: {uri: x, response: {lines: Order, idle: 30s}}}",
                """
                shop.nettask.yaml:4:9: error: `idle` needs a stream, but this response has neither `events` nor `lines` [conflicting-keys]
                  Get: {response: {lines: null, type: Order}}
                        ^
                imported.nettask.yaml:5:52: note: the place in the extended spec
                shop.nettask.yaml:4:9: note: write `idle: null` to remove it
                """
            ),
            (
                "shapes:\n  Order: {enum: [a, b]}",
                "endpoints: {Get: {uri: x, response: Order}}",
                """
                shop.nettask.yaml:4:11: error: an enumeration cannot have `fields` [conflicting-keys]
                  Order: {enum: [a, b]}
                          ^
                imported.nettask.yaml:4:18: note: `fields` is in the extended spec
                shop.nettask.yaml:4:11: note: write `fields: null` to remove it
                """
            ),
            (
                "endpoints:\n  Save: {method: GET}",
                "endpoints: {Save: {method: POST, uri: x, params: {order: Order}}}",
                """
                shop.nettask.yaml:4:3: error: `Order` can only be sent in a query with `style: brackets` (`order[…]=…`) or `style: numbered` (`order.…=…`) [unsendable-value]
                  Save: {method: GET}
                  ^
                imported.nettask.yaml:5:58: note: the place in the extended spec
                """
            ),
            (
                "endpoints:\n  List: {pages: {cursor: after, next: cursor}}",
                "endpoints: {List: {uri: x, params: {page: Int?, after: String?}, response: \"[Order]\", pages: {page: page}}}",
                """
                shop.nettask.yaml:4:18: error: `page` and `cursor` are alternatives; keep one [conflicting-keys]
                  List: {pages: {cursor: after, next: cursor}}
                                 ^
                imported.nettask.yaml:5:95: note: `page` is in the extended spec
                shop.nettask.yaml:4:18: note: write `page: null` to remove it
                """
            ),
            (
                "endpoints:\n  Get: {params: {id: null}}",
                "endpoints: {Get: {uri: \"x/{id}\", params: {id: Int}}}",
                """
                shop.nettask.yaml:4:3: error: missing param for the variable `id` of the uri [missing-param]
                  Get: {params: {id: null}}
                  ^
                imported.nettask.yaml:5:28: note: the place in the extended spec
                shop.nettask.yaml:4:3: note: declare it, as in `params: {id: String}`
                """
            ),
            (
                "shapes: {Order: {omit: true}}",
                "endpoints: {Get: {uri: x, response: Order}, List: {uri: y, response: \"[Order]\"}}",
                """
                shop.nettask.yaml:3:10: error: `Order` is omitted, but it is still used [unknown-shape]
                shapes: {Order: {omit: true}}
                         ^
                imported.nettask.yaml:5:37: note: it is used here
                """
            ),
            (
                "endpoints:\n  Get: {response: {headers: {etag: String}}}",
                "endpoints: {Get: {uri: x, response: {200: Order, 202: none}}}",
                """
                shop.nettask.yaml:4:9: error: the extended response is by status [conflicting-keys]
                  Get: {response: {headers: {etag: String}}}
                        ^
                shop.nettask.yaml:4:9: note: write the status, such as `response: {200: {…}}`, or a whole response with its type
                """
            ),
            (
                "endpoints:\n  Get: {omit: yes}",
                "endpoints: {Get: {uri: x}}",
                """
                shop.nettask.yaml:4:15: error: `omit` must be true, not `yes` [wrong-kind]
                  Get: {omit: yes}
                              ^
                """
            ),
            (
                "shapes: {Paid: {omit: true}}\nendpoints:\n  List: {timeout: 3s}",
                "groups: {Orders: {endpoints: {List: {uri: x}}}}",
                """
                shop.nettask.yaml:3:10: error: nothing to remove: the extended spec has no shape `Paid` [unmatched-entry]
                shapes: {Paid: {omit: true}}
                         ^
                shop.nettask.yaml:5:3: error: nothing to change: the extended spec has no endpoint `List`; a new one needs `uri` [unmatched-entry]
                  List: {timeout: 3s}
                  ^
                """
            ),
        ]
    )
    func places(overlay: String, imported: String, text: String) {
        #expect(read(overlay, over: imported).diagnostics.map(\.description).joined(separator: "\n") == text)
    }

    @Test("exclude those of another client, and unknown keys")
    func ofOthers() {
        // given: what is wrong in A by itself, in C by its overlay, and nothing in D
        let files = [
            "a": "client: A\nendpoints: {X: {uri: \"x/{id}\", params: {id: Int}, metod: POST}}",
            "c": "client: C\nextends: a.nettask.yaml\nendpoints: {X: {params: {id: null}}}",
            "d": "client: D\nextends: a.nettask.yaml\nendpoints: {X: {timeout: 3s}}",
        ]

        // when
        let result = SpecReader.read(
            sources: files.sorted { $0.key < $1.key }.map {
                SpecReader.Source(path: "\($0.key).nettask.yaml", text: "nettask: 1\n\($0.value)\n")
            }
        )

        // then
        #expect(
            result.diagnostics.map { "\($0.place) \($0.code.rawValue)" } == [
                "a.nettask.yaml:3:51 unknown-key", "c.nettask.yaml:4:13 missing-param",
            ]
        )
        #expect(result.diagnostics.first?.fixes.map(\.text) == ["method"])
    }

    @Test("do not lose a change that another extended spec leaves out")
    func changedAndOmitted() {
        // given
        let files = [
            "base": "client: A\nendpoints: {X: {uri: x}}",
            "b1": "extends: base.nettask.yaml\nendpoints: {X: {timeout: 9s}}",
            "b2": "extends: base.nettask.yaml\nendpoints: {X: {omit: true}}",
            "top": "extends: [b1.nettask.yaml, b2.nettask.yaml]",
        ]

        // when
        let result = SpecReader.read(
            sources: files.map { SpecReader.Source(path: "\($0).nettask.yaml", text: "nettask: 1\n\($1)\n") }
        )

        // then
        let message = "`X` is changed here, but another extended spec leaves it out"
        #expect(result.diagnostics.map { "\($0.place) \($0.message)" } == ["b1.nettask.yaml:3:13 \(message)"])
    }

    @Test("are not reported for a shape if an endpoint of its name is left out")
    func namesOfSections() {
        let imported = "endpoints: {Get: {uri: x}}"
        let result = read("endpoints: {Get: {omit: true}, List: {uri: y, response: Get}}", over: imported)
        #expect(result.diagnostics.map(\.message) == ["unknown type `Get`"])
    }

    @Test("a response without its last header has none")
    func lastHeader() throws {
        let imported = "endpoints: {Get: {uri: x, response: {type: Order, headers: {etag: String}}}}"
        let result = read("endpoints: {Get: {response: {headers: {etag: null}}}}", over: imported)
        #expect(result.diagnostics.map(\.description) == [])
        #expect(result.specs.first?.endpoints.first?.responseHeaders.isEmpty == true)
    }

    @Test(
        "a response of another kind replaces the extended one",
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
