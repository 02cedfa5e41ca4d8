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
        let others = (0..<3).map { "other.kind\($0)" }
        #expect(PackageNames(keys + others).text(for: keys[0]) == keys[0])
    }

    @Test("are packages if nine of ten schemas have a dot before a capital letter")
    func types() {
        let keys = (0..<5).flatMap { ["models.Kind\($0)", "forms.Form\($0)"] }
        #expect(PackageNames(keys + ["models.Error"]).text(for: "forms.Form3") == "Form3")
        #expect(PackageNames(keys + ["models.Error"]).text(for: "models.Error") == "models.Error")
        #expect(PackageNames(keys.map { $0.lowercased() }).text(for: "forms.form3") == "forms.form3")
    }

    @Test("without dots are the shared words, and those up to a version that ten schemas share")
    func joined() {
        let keys =
            (0..<10).map { "IoK8sApiCoreV1AWSKind\($0)" }
            + ["IoK8sApiCoreV1Scale", "IoK8sApiAppsV1Scale", "IoK8sApiAppsV1Set", "IoK8sApiCoreV1Error"]
        let names = PackageNames(keys)
        #expect(names.text(for: keys[3]) == "AWSKind3")
        #expect(names.text(for: "IoK8sApiCoreV1Scale") == "Scale")
        #expect(names.text(for: "IoK8sApiAppsV1Scale") == "AppsV1Scale")
        #expect(names.text(for: "IoK8sApiCoreV1Error") == "v1 Error")
        #expect(PackageNames(keys + ["Other", "Another"]).text(for: keys[3]) == keys[3])
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
