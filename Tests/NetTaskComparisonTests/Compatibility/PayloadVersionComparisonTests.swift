import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

@Suite("Stored values that older apps cannot read")
struct PayloadVersionComparisonTests {
    /// What is found of a change of a task, each as its kind and where it is.
    private func findings(_ old: String, _ new: String) -> [StrandedTasks] {
        let results = [old, new].map { endpoint in
            let text = """
                nettask: 1
                client: Shop
                shapes:
                  Old: {fields: {a: Int}}
                  New: {fields: {a: Int, b: Int?}}
                endpoints:
                  \(endpoint)
                """
            return SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: text)])
        }
        for result in results { #expect(result.diagnostics.map(\.description) == []) }
        return StoredTasksComparison(old: results[0], new: results[1]).findings
    }

    private func save(_ params: String, durable: String = "true") -> String {
        "Save: {method: PUT, uri: a, encoding: json, durable: \(durable), params: {\(params)}}"
    }

    @Test(
        "A change that they cannot read is reported at `durable`, with the fix",
        arguments: [
            ("a: Int", "a: Int, b: Int", "endpoints.Save.params.b"),
            ("a: Int", "a: Int, b: Int?", "endpoints.Save.params.b"),
            ("a: Int32", "a: Int64", "endpoints.Save.params.a"),
            ("a: Int", "b: {type: Int, was: a}", "endpoints.Save.params.a"),
            ("a: Int", "a: Int?", "endpoints.Save.params.a"),
            ("a: Old", "a: New", "shapes.Old.fields.b"),
        ]
    )
    func unread(old: String, new: String, path: String) {
        let unread = findings(save(old), save(new)).filter { $0.kind == .unread }
        #expect(unread.map(\.path) == ["endpoints.Save.durable"])
        #expect(unread.first?.message == "an older app cannot read all new stored values, such as `\(path)`")
        #expect(unread.first?.remedy.contains("write `durable: {payloadVersion: 2}`") == true)
        #expect(unread.first?.tasks == ["Shop.Save"])
    }

    @Test(
        "A change that they can read is not reported",
        arguments: [
            ("a: Int", "a: Int"), ("a: Int64", "a: Int32"), ("a: Int?", "a: Int"),
            ("a: Int", "a: {type: Int, default: 1}"), ("a: Int", "a: {type: Int, was: b}"),
        ]
    )
    func read(old: String, new: String) {
        #expect(findings(save(old), save(new)).filter { $0.kind == .unread } == [])
    }

    @Test("With a higher version they skip the tasks, and nothing is reported")
    func raised() {
        let new = save("a: Int, b: Int?", durable: "{payloadVersion: 4}")
        #expect(findings(save("a: Int", durable: "{payloadVersion: 3}"), new) == [])
    }

    @Test("They do not know a task with another name")
    func renamed() {
        let new = "Store: {method: PUT, uri: a, encoding: json, durable: true, was: Save, params: {a: Int, b: Int?}}"
        #expect(findings(save("a: Int"), new) == [])
    }

    @Test("A lower version strands stored tasks, and the fix is the higher one")
    func lowered() {
        let found = findings(save("a: Int", durable: "{payloadVersion: 3}"), save("a: Int"))
        #expect(found.map(\.kind) == [.stranded])
        #expect(found.map(\.path) == ["endpoints.Save.durable"])
        #expect(found.map(\.remedy) == ["write `durable: {payloadVersion: 3}`, or a higher one"])
    }
}
