import Foundation
import NetTaskAuthoring
import Testing

@testable import NetTaskSpec

@Suite("Fixes")
struct FixTests {
    private static let start = "nettask: 1\nclient: API\n"

    private static func diagnostics(_ text: String) -> [Diagnostic] {
        SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: text)]).diagnostics
    }

    private static func applying(_ fixes: [Diagnostic.Fix], to text: String) -> String {
        String(decoding: SpecFixer.applying(fixes, to: Array(text.utf8)).bytes, as: UTF8.self)
    }

    @Test(
        "are certain if they keep the clear meaning",
        arguments: [
            // a word with one wrong letter, or in other capitals
            ("endpoints: {Get: {uri: x, metod: POST}}", "endpoints: {Get: {uri: x, method: POST}}"),
            ("baseUrl: https://a.example", "baseURL: https://a.example"),
            ("include: [b.nettask.yaml]", "extends: [b.nettask.yaml]"),
            ("defaults: {encoding: jsn}", "defaults: {encoding: json}"),
            ("defaults: {separator: undrscore}", "defaults: {separator: underscore}"),
            ("shapes: {A: {fields: {a: string}}}", "shapes: {A: {fields: {a: String}}}"),
            // the form that the language has
            ("shapes: {A: {fields: {a: \"Int[]\"}}}", "shapes: {A: {fields: {a: [Int]}}}"),
            ("shapes: {A: {fields: {a:Int}}}", "shapes: {A: {fields: {a: Int}}}"),
            ("defaults: {separator: \"underscore\"}", "defaults: {separator: underscore}"),
            (
                "shapes: {E: {fields: {a: Int}}}\nendpoints: {Get: {uri: x, errors: {404: E?}}}",
                "shapes: {E: {fields: {a: Int}}}\nendpoints: {Get: {uri: x, errors: {404: E}}}"
            ),
            (
                "webhooks: {name: X-Event, events: {push: none}}",
                "webhooks: {name: {header: X-Event}, events: {push: none}}"
            ),
            (
                "groups: {G: {endpoints: {A: {uri: x, method: PUT, durable: true, was: [G.Old]}}}}",
                "groups: {G: {endpoints: {A: {uri: x, method: PUT, durable: true, was: [API.G.Old]}}}}"
            ),
            // a text that YAML misreads
            (
                "endpoints:\n  Get:\n    uri: {id}/x\n    params: {id: Int}",
                "endpoints:\n  Get:\n    uri: \"{id}/x\"\n    params: {id: Int}"
            ),
            (
                "endpoints:\n  Get: {uri: x/{id}, params: {id: Int}}",
                "endpoints:\n  Get: {uri: \"x/{id}\", params: {id: Int}}"
            ),
            ("shapes:\n  A:\n    fields:\n      a: [Int]?", "shapes:\n  A:\n    fields:\n      a: \"[Int]?\""),
            ("shapes:\n  A:\n    fields:\n      a: [Int][]", "shapes:\n  A:\n    fields:\n      a: [[Int]]"),
            ("shapes:\n  A:\n    fields:\n      a: @b", "shapes:\n  A:\n    fields:\n      a: \"@b\""),
        ]
    )
    func certain(_ bad: String, _ good: String) {
        // when
        let text = Self.start + bad + "\n"
        let fixes = Self.diagnostics(text).flatMap(\.fixes).filter(\.isCertain)

        // then
        #expect(Self.applying(fixes, to: text) == Self.start + good + "\n")
    }

    @Test(
        "add the version of the language",
        arguments: [
            ("client: API\n", "nettask: 1\nclient: API\n"),
            ("# ours\n{client: API}\n", "# ours\n{nettask: 1, client: API}\n"),
        ]
    )
    func version(_ bad: String, _ good: String) {
        #expect(Self.applying(Self.diagnostics(bad).flatMap(\.fixes).filter(\.isCertain), to: bad) == good)
    }

    @Test("do not put a comment into quotes")
    func comment() {
        let text = Self.start + "endpoints:\n  Get:\n    uri: {id}/x  # one\n    params: {id: Int}\n"
        #expect(Self.diagnostics(text).flatMap(\.fixes) == [])
    }

    @Test("that quote a possible map are not certain")
    func map() {
        let text = Self.start + "endpoints:\n  Get:\n    uri: {id} x\n"
        #expect(Self.diagnostics(text).flatMap(\.fixes).map(\.isCertain) == [false])
    }

    @Test(
        "are not certain if they choose, remove or guess",
        arguments: [
            ("shapes: {A: {fields: {a: Strin}}}", ["shapes: {A: {fields: {a: String}}}"]),
            ("endpoints: {Get: {uri: x, path: y}}", []),
            ("endpoints: {Get: {uri: x, method: PST}}", ["endpoints: {Get: {uri: x, method: POST}}"]),
            ("endpoints: {Get: {uri: x, verb: POST}}", ["endpoints: {Get: {uri: x, method: POST}}"]),
            (
                "shapes: {A: {fields: {hashValue: Int}}}",
                ["shapes: {A: {fields: {hashValue: {type: Int, swiftName: hashValueValue}}}}"]
            ),
            (
                "endpoints:\n  Type:\n    uri: x\n",
                ["endpoints:\n  Type:\n    swiftName: TypeTask\n    uri: x\n"]
            ),
            (
                "shapes:\n  A:\n    enum: [a]\n    discriminator: type\n    conformances: [Hashable]",
                ["shapes:\n  A:\n    enum: [a]\n    conformances: [Hashable]"]
            ),
            (
                "shapes: {A: {enum: [a], discriminator: type}}",
                ["shapes: {A: {enum: [a]}}"]
            ),
            ("shapes:", ["shapes: {}"]),
            // entries without the comma between them, and a name on the wire
            (
                "endpoints: {Get: {uri: x, description: One. params: {id: Int}}}",
                ["endpoints: {Get: {uri: x, description: \"One. params: {id: Int}\"}}"]
            ),
            (
                "endpoints: {Get: {uri: x, params: {a: {type: Int, wireName: ids[]}}}}",
                ["endpoints: {Get: {uri: x, params: {a: {type: Int, wireName: [ids]}}}}"]
            ),
            ("endpoints: {Get: {uri: x, params: id:Int}}", ["endpoints: {Get: {uri: x, params: {id: Int}}}"]),
            (
                "endpoints: {Get: {uri: x, constants: {a: 0x1F}}}",
                ["endpoints: {Get: {uri: x, constants: {a: \"0x1F\"}}}"]
            ),
        ]
    )
    func uncertain(_ bad: String, _ good: [String]) {
        // when
        let text = Self.start + bad + "\n"
        let fixes = Self.diagnostics(text).flatMap(\.fixes)

        // then
        #expect(fixes.allSatisfy { !$0.isCertain })
        #expect(fixes.map { Self.applying([$0], to: text) } == good.map { Self.start + $0 + "\n" })
    }

    @Test(
        "merge two files into one client if they share no names and no `defaults` would change their meaning",
        arguments: ["", "defaults: {timeout: 5s}\n", "endpoints: {Get: {uri: y}}\n"]
    )
    func clients(more: String) throws {
        // given
        let first = "nettask: 1\nclient: A # ours\n" + more
        func read(_ first: String) -> SpecReader.Result {
            SpecReader.read(sources: [
                .init(path: "v1/a.nettask.yaml", text: first),
                .init(path: "b.nettask.yaml", text: "nettask: 1\nclient: A\nendpoints: {Get: {uri: x}}\n"),
            ])
        }

        // when
        let fixes = read(first).diagnostics.flatMap(\.fixes)
        let fixed = Self.applying(fixes, to: first)

        // then
        #expect(fixes.map(\.isCertain) == [more.isEmpty])
        #expect(fixed == "nettask: 1\nextends: [../b.nettask.yaml]\nclient: A # ours\n" + more)
        #expect(read(fixed).diagnostics.allSatisfy { $0.severity != .error })
        #expect(read(fixed).specs.map(\.endpoints.count) == [1])
    }

    @Test(
        "keep anchors, aliases and block texts",
        arguments: [
            "endpoints: {Get: {uri: x, errors: {404: &e \"String?\", 500: *e}}}",
            "endpoints:\n  Get:\n    uri: x\n    errors:\n      404: |-\n        String?\n      500: String",
        ]
    )
    func anchors(_ text: String) {
        let fixes = Self.diagnostics(Self.start + text + "\n").flatMap(\.fixes).filter(\.isCertain)
        #expect(Self.applying(fixes, to: Self.start + text + "\n") == Self.start + text + "\n")
    }

    @Test("of an overlay remove an inherited value, on a line of its own or in braces")
    func overlay() throws {
        // given
        let imported = Self.start + "endpoints: {Get: {uri: x, response: {fields: {id: Int}}}}\n"
        let start = "nettask: 1\nextends: imported.nettask.yaml\n"
        let overlays = [
            "endpoints:\n  Get:\n    response:\n      optional: true\n",
            "endpoints: {Get: {response: {optional: true}}}\n",
        ]

        for overlay in overlays {
            // when
            let diagnostics = SpecReader.read(sources: [
                .init(path: "api.nettask.yaml", text: start + overlay),
                .init(path: "imported.nettask.yaml", text: imported),
            ]).diagnostics
            let fix = try #require(diagnostics.flatMap(\.fixes).last)

            // then
            let isInLines = overlay.contains("\n ")
            #expect(fix.place.file == "api.nettask.yaml")
            #expect(
                Self.applying([fix], to: start + overlay)
                    == start
                    + overlay.replacing(
                        "optional: true",
                        with: "fields: null" + (isInLines ? "\n      " : ", ") + "optional: true"
                    )
            )
        }
    }

    @Test("of a mistake in a file that a spec extends are not made in the spec")
    func moved() {
        // given
        let imported = Self.start + "endpoints: {Get: {uri: x, metod: POST}}\n"

        // when
        let diagnostics = SpecReader.read(sources: [
            .init(
                path: "api.nettask.yaml",
                text: "nettask: 1\nextends: imported.nettask.yaml\nendpoints: {Get: {uri: y}}\n"
            ),
            .init(path: "imported.nettask.yaml", text: imported),
        ]).diagnostics

        // then
        #expect(!diagnostics.isEmpty)
        #expect(diagnostics.flatMap(\.fixes).allSatisfy { $0.place.file == "imported.nettask.yaml" })
    }

    // MARK: Applying

    @Test(
        "find their places behind line ends of any kind, a byte order mark, and characters of several bytes",
        arguments: ["\n", "\r\n", "\r"]
    )
    func places(_ lineEnd: String) {
        // given
        let text = "\u{FEFF}nettask: 1\(lineEnd)client: API\(lineEnd)endpoints: {Gé😀t: {uri: é, metod: POST}}\(lineEnd)"

        // when
        let fixes = Self.diagnostics(text).flatMap(\.fixes).filter(\.isCertain)

        // then
        #expect(Self.applying(fixes, to: text) == text.replacing("metod", with: "method"))
    }

    @Test("find their places on a line that begins with a byte order mark")
    func byteOrderMark() {
        let text = "\u{FEFF}{nettask: 1, client: API, baseUrl: https://a.example}\n"
        let fixes = Self.diagnostics(text).flatMap(\.fixes)
        #expect(Self.applying(fixes, to: text) == text.replacing("baseUrl", with: "baseURL"))
    }

    @Test("that overlap are left out, except the first")
    func overlap() {
        // given
        func fix(_ columns: ClosedRange<Int>, _ text: String) -> Diagnostic.Fix {
            let range = SourceRange(
                start: .init(line: 1, column: columns.lowerBound),
                end: .init(line: 1, column: columns.upperBound)
            )
            return Diagnostic.Fix(place: .init(file: "a", range: range), text: text, isCertain: true)
        }

        // when
        let (bytes, changes) = SpecFixer.applying(
            [fix(3...5, "X"), fix(1...4, "Y"), fix(5...5, "Z")],
            to: Array("abcdef".utf8)
        )

        // then
        #expect(String(decoding: bytes, as: UTF8.self) == "YdZef")
        #expect(changes.map(\.old) == ["abc", ""])
    }

    @Test("outside of the file are left out")
    func outside() {
        let range = SourceRange(start: .init(line: 1, column: 9), end: .init(line: 1, column: 12))
        let fix = Diagnostic.Fix(place: .init(file: "a", range: range), text: "X", isCertain: true)
        #expect(SpecFixer.applying([fix], to: Array("ab\ncdefghijkl\n".utf8)).changes == [])
    }

    // MARK: Fixtures

    private static let fixtureNames: [String] = {
        let folder = fixtures.appendingPathComponent("Bad")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".nettask.yaml") }.sorted()
    }()

    /// Mistakes that only a value shows that could not be read before.
    private static let hidden = ["`encoding` has no effect: the params of a GET go into the query"]

    @Test("of a bad spec remove the mistakes that they fix, and add no others", arguments: fixtureNames)
    func fixture(_ name: String) throws {
        // given
        let bytes = Array(try Data(contentsOf: fixtures.appendingPathComponent("Bad/\(name)")))
        let before = SpecReader.read(sources: [.init(path: name, bytes: bytes)]).diagnostics
        let fixable = before.filter { $0.fixes.contains(where: \.isCertain) }
        if fixable.isEmpty { return }

        // when
        let fixed = SpecFixer.applying(fixable.flatMap(\.fixes).filter(\.isCertain), to: bytes)
        let after = SpecReader.read(sources: [.init(path: name, bytes: fixed.bytes)]).diagnostics

        // then
        #expect(fixed.changes.count == fixable.count)
        var left = before.filter { !fixable.contains($0) }.map(\.message)
        for diagnostic in after where !Self.hidden.contains(diagnostic.message) {
            guard let index = left.firstIndex(of: diagnostic.message) else {
                Issue.record("\(diagnostic)")
                continue
            }
            left.remove(at: index)
        }
    }
}
