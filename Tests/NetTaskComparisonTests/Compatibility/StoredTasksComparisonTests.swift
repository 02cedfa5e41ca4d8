import Foundation
import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Each `Fixtures/NAME.old.nettask.yaml` and `NAME.new.nettask.yaml`, and in `NAME.txt` what the change strands.
///
/// With `NETTASK_RECORD_FIXTURES=1` in the environment the texts are written anew, and the tests fail to say so.
@Suite("The tasks that a change strands")
struct StoredTasksComparisonTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    private static func result(_ name: String) throws -> SpecReader.Result {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        let result = SpecReader.read(sources: [.init(path: name, text: text)])
        #expect(result.diagnostics.map(\.description) == [])
        return result
    }

    @Test("Every kind of change, each once and at its place", arguments: ["everything"])
    func fixture(name: String) throws {
        // given
        let old = try Self.result("\(name).old.nettask.yaml")
        let new = try Self.result("\(name).new.nettask.yaml")

        // when
        let text = StoredTasksComparison(old: old, new: new).findings.map { finding in
            "\(finding.place): \(finding.kind): \(finding.path): \(finding.message)\n"
                + "    \(finding.tasks.joined(separator: ", "))\n    \(finding.remedy)\n"
        }.joined()

        // then
        let file = Self.folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name).txt")
            return
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8))
    }

    @Test("A spec compared with itself strands nothing", arguments: ["everything.old", "everything.new"])
    func same(name: String) throws {
        let result = try Self.result("\(name).nettask.yaml")
        #expect(StoredTasksComparison(old: result, new: result).findings == [])
    }

    /// What of a change of one param's type is found; nil if nothing is.
    private func finding(_ old: String, _ new: String) throws -> StrandedTasks.Kind? {
        let shapes = """
            shapes:
              Open: {enum: [a, b]}
              Closed: {enum: [a, b], closed: true}
              Numbers: {enum: {x: 1, y: 300}}
              FewNumbers: {enum: {x: 1, y: 300}, closed: true}
              Bytes: {enum: {lowest: -128, highest: 127}, closed: true}
              Object: {fields: {a: Int}}
            """
        let results = [old, new].map { type in
            let text = """
                nettask: 1
                client: Shop
                \(shapes)
                endpoints:
                  Save: {method: PUT, uri: a, encoding: json, durable: true, params: {value: "\(type)"}}
                """
            return SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: text)])
        }
        for result in results { #expect(result.diagnostics.map(\.description) == []) }
        return StoredTasksComparison(old: results[0], new: results[1]).strandings.first?.kind
    }

    @Test(
        "A type with all values of the previous one strands nothing",
        arguments: [
            ("Int32", "Int64"), ("Int8", "Int"), ("UInt32", "Int64"), ("Int", "Int64"), ("Int64", "Int"),
            ("UInt", "UInt64"),
            ("Int32", "Double"), ("UInt16", "Float"), ("Float", "Double"), ("Int64", "Decimal"), ("UUID", "String"),
            ("URL", "String"), ("String", "Open"), ("Open", "String"), ("Closed", "Open"), ("Closed", "String"),
            ("Int", "Numbers"), ("Numbers", "Int"), ("FewNumbers", "Int16"), ("FewNumbers", "UInt16"), ("Int", "Int?"),
            ("Bytes", "Int8"),
            ("[Int32]", "[Int64]"), ("[String: Int32]", "[String: Int]?"), ("String", "JSONValue"),
            ("[Int]", "JSONValue"),
        ]
    )
    func wider(old: String, new: String) throws {
        #expect(try finding(old, new) == nil)
    }

    @Test(
        "Any other type strands stored tasks",
        arguments: [
            ("Int64", "Int32"), ("Int", "UInt"), ("UInt64", "Int64"), ("UInt8", "Int8"), ("Int64", "Double"),
            ("Double", "Float"), ("Double", "Int"), ("Double", "Decimal"), ("Decimal", "Double"), ("Int", "String"),
            ("String", "Int"), ("String", "URL"), ("String", "UUID"), ("String", "Closed"), ("Open", "Closed"),
            ("Numbers", "Int32"), ("FewNumbers", "Int8"), ("Int?", "Int"), ("[Int]", "Int"), ("Int", "[Int]"),
            ("[Int?]", "[Int]"), ("[Int]", "[String: Int]"), ("Date", "Double"), ("Double", "Date"), ("Data", "String"),
            ("JSONValue", "Int"), ("Date", "JSONValue"), ("Object", "JSONValue"), ("Object", "Open"),
            ("Object", "String"),
            ("Bool", "Int"), ("Numbers", "Open"), ("Bytes", "UInt8"), ("Int32", "Float"),
        ]
    )
    func others(old: String, new: String) throws {
        #expect(try finding(old, new) == .stranded)
    }

    @Test("A client with another name strands its tasks, unless each has its former name")
    func client() throws {
        // given
        let head = "nettask: 1\nclient: "
        let end = "\nendpoints:\n  Save: {method: PUT, uri: a, durable: true"
        let results = ["Old\(end)}", "New\(end)}", "New\(end), was: Old.Save}"].map {
            SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: head + $0)])
        }

        // then
        let findings = StoredTasksComparison(old: results[0], new: results[1]).findings
        #expect(findings.map(\.tasks) == [["Old.Save"]])
        #expect(findings.first?.remedy.contains("`was: Old.Save`") == true)
        #expect(StoredTasksComparison(old: results[0], new: results[2]).findings == [])
    }

    @Test("A body and a request object have no name, and no default")
    func parts() throws {
        // given
        let head = "nettask: 1\nclient: Shop\nshapes:\n  Order: {fields: {a: Int}}\nendpoints:\n"
        let ends = [
            "params: {\"$a\": {type: Int, swiftName: a}}", "body: Order", "requestObject: Order", "body: Order?",
        ]
        let results = ends.map { end in
            SpecReader.read(sources: [
                .init(path: "a.nettask.yaml", text: "\(head)  Save: {method: PUT, uri: a, durable: true, \(end)}\n")
            ])
        }
        #expect(results.flatMap { $0.diagnostics.map(\.description) } == [])

        // when
        let findings = { old, new in
            StoredTasksComparison(old: results[old], new: results[new]).strandings.map { "\($0.path): \($0.remedy)" }
        }

        // then
        let gone = "endpoints.Save.params.$a: if it was renamed, write `was: $a` there"
        #expect(findings(0, 1) == ["endpoints.Save.body: make it optional", gone])
        #expect(findings(0, 2) == ["endpoints.Save.requestObject: make it optional", gone])
        #expect(findings(0, 3) == [gone])
        #expect(findings(1, 3) == [])
        #expect(
            findings(1, 0) == [
                "endpoints.Save.params.$a: add a `default`, or make it optional",
                "endpoints.Save.body: if the tasks need it, keep it until no earlier task is stored",
            ]
        )
    }

    /// What a change of the endpoints, or of the params of one, is found to do.
    private func findings(_ old: String, _ new: String, params: Bool = false) -> [String] {
        let results = [old, new].map { text in
            let endpoints =
                params ? "Save: {method: PUT, uri: a, encoding: json, durable: true, params: {\(text)}}" : text
            return SpecReader.read(sources: [
                .init(
                    path: "a.nettask.yaml",
                    text: """
                        nettask: 1
                        client: Shop
                        shapes:
                          Own: {swiftType: Own}
                          Object: {fields: {a: Int}}
                        endpoints: {\(endpoints)}
                        """
                )
            ])
        }
        for result in results { #expect(result.diagnostics.map(\.description) == []) }
        return StoredTasksComparison(old: results[0], new: results[1]).strandings.map { finding in
            "\(finding.kind) \(finding.path) \(finding.tasks.joined(separator: ",")): \(finding.remedy)"
        }
    }

    @Test("Removing a former name of a task strands the tasks stored under it")
    func forgottenTask() {
        let old = "Q: {uri: a, durable: true, was: P}"
        #expect(
            findings(old, "R: {uri: a, durable: true, was: Q}") == [
                "stranded endpoints.R Shop.P: write `was: [Q, P]` until they have ended"
            ]
        )
        #expect(findings(old, "R: {uri: a, durable: true, was: [Q, P]}") == [])
        #expect(
            findings(old, "Q: {uri: a, durable: true}, P: {uri: b, durable: true}") == [
                "stranded endpoints.P Shop.P: rename it, or keep `Shop.P` in the `was` of `Shop.Q`, "
                    + "until they have ended"
            ]
        )
    }

    @Test("An endpoint that is not durable does not keep a former name from one that is")
    func notDurable() {
        let new = "Q: {uri: a, durable: true, was: P}, P: {uri: b}"
        #expect(findings("P: {uri: a, durable: true}", new) == [])
    }

    @Test("Removing a former name of a field strands the tasks stored under it")
    func forgottenField() {
        let old = "b: {type: Int, was: a}"
        #expect(
            findings(old, "c: {type: Int, was: b}", params: true) == [
                "stranded endpoints.Save.params.c Shop.Save: write `was: [b, a]` until no task of that time is stored"
            ]
        )
        #expect(findings(old, "c: {type: Int, was: [b, a]}", params: true) == [])
        #expect(findings(old, "a: {type: Int, was: b}", params: true) == [])
    }

    @Test("A new field with a former name of another field would get its value")
    func takenField() {
        #expect(
            findings("b: {type: Int, was: a}", "b: Int, a: Int?", params: true) == [
                "stranded endpoints.Save.params.a Shop.Save: rename it; if it replaces `b`, write `was: b`"
            ]
        )
    }

    @Test("A default that is removed, or that replaces nil, is a note")
    func defaults() {
        #expect(
            findings("p: {type: Int, default: 4}", "p: Int", params: true) == [
                "note endpoints.Save.params.p Shop.Save: keep the default until no such task is stored"
            ]
        )
        #expect(
            findings("p: Int?", "p: {type: Int, default: 4}", params: true) == [
                "note endpoints.Save.params.p Shop.Save: if this matters, keep it unchanged until no earlier task is stored"
            ]
        )
        #expect(findings("p: {type: Int, default: 4}", "p: {type: Int, default: 5}", params: true) == [])
        #expect(findings("p: {type: Int, default: 4}", "p: Int?", params: true) == [])
    }

    @Test(
        "An optional value that can be null has another stored form",
        arguments: [
            ("JSONValue", "JSONValue?", true), ("JSONValue?", "JSONValue", true), ("[JSONValue]", "[JSONValue?]", true),
            ("Own", "Own?", true), ("[Own]", "[Own?]", true), ("Int?", "JSONValue?", true),
            ("[Int?]", "[JSONValue?]", true),
            ("JSONValue?", "JSONValue?", false), ("Own?", "Own?", false), ("[Own?]", "[Own?]", false),
            ("Object", "Object?", false), ("[JSONValue]", "[JSONValue]?", false), ("Int?", "Int64?", false),
        ]
    )
    func null(old: String, new: String, isStranding: Bool) {
        let found = findings("p: \"\(old)\"", "p: \"\(new)\"", params: true)
        #expect(found.contains { $0.hasPrefix("stranded") } == isStranding, "\(found)")
    }

    @Test("Names are distinguished by their bytes, as on disk")
    func bytes() {
        let old = "\"e\u{301}\": {type: Int, swiftName: a}"
        #expect(
            findings(old, "\"é\": {type: Int, swiftName: a}", params: true).map { $0.prefix(8) } == ["stranded"]
        )
        #expect(findings(old, "\"é\": {type: Int, swiftName: a, was: \"e\u{301}\"}", params: true) == [])
    }

    @Test("A long chain of shapes is compared")
    func chain() throws {
        // given
        let specs = ["Int", "String"].map { last in
            let shapes = (0..<2_000).map { "  S\($0): {fields: {next: S\($0 + 1)}}\n" }.joined()
            return "nettask: 1\nclient: Shop\nshapes:\n\(shapes)  S2000: {fields: {next: \(last)}}\n"
                + "endpoints:\n  Save: {method: PUT, uri: a, durable: true, body: S0}\n"
        }
        let results = specs.map { SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: $0)]) }

        // then
        let findings = StoredTasksComparison(old: results[0], new: results[1]).strandings
        #expect(findings.map(\.path) == ["shapes.S2000.fields.next"])
        #expect(findings.map(\.tasks) == [["Shop.Save"]])
    }
}

extension StoredTasksComparison {
    /// What is found of tasks that were stored before.
    fileprivate var strandings: [StrandedTasks] { findings.filter { $0.kind != .unread } }
}
