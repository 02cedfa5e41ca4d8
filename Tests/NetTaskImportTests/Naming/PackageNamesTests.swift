import Testing

@testable import NetTaskImport

@Suite("Names of schemas with names of packages")
struct PackageNamesTests {
    private let keys =
        (0..<9).map { "io.k8s.api.core.v1.Kind\($0)" } + [
            "io.k8s.api.apps.v1.Scale", "io.k8s.api.autoscaling.v2.Scale", "Status",
        ]

    @Test("have the fewest last parts that no other schema has")
    func fewest() {
        let names = PackageNames(keys)
        #expect(names.text(for: "io.k8s.api.core.v1.Kind3") == "Kind3")
        #expect(names.text(for: "io.k8s.api.apps.v1.Scale") == "v1 Scale")
        #expect(names.text(for: "io.k8s.api.autoscaling.v2.Scale") == "v2 Scale")
        #expect(names.text(for: "Status") == "Status")
    }

    @Test("stay where fewer than ten schemas, or fewer than nine of ten, share the first part")
    func few() {
        #expect(PackageNames(Array(keys.prefix(9))).text(for: keys[0]) == keys[0])
        let others = (0..<3).map { "Other\($0)" }
        #expect(PackageNames(keys + others).text(for: keys[0]) == keys[0])
    }

    @Test("A long name keeps its first word and the last words that fit into 60 characters")
    func long() {
        let names = TypeNames()
        let text = "list repository" + String(repeating: " security advisory", count: 4) + " response item"
        let name = names.name(for: text, .shape)
        #expect(name.utf8.count <= 60)
        #expect(name.hasPrefix("List"))
        #expect(name.hasSuffix("AdvisoryResponseItem"))
    }
}
