import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Each stored property of the model, changed alone: no property can be added that the comparison passes over.
@Suite struct ComparedPropertiesTests {
    @Test("a change of any property is a difference of the expected kinds", arguments: Change.all)
    func changes(change: Change) {
        // given
        var new = WholeSpec.spec
        change.apply(&new)

        // when
        let differences = compare(WholeSpec.spec, new)

        // then
        let kinds = differences.map { $0.kinds }.reduce(into: Set()) { $0.formUnion($1) }
        #expect(kinds == change.kinds, "\(differences.map { "\($0.path): \($0.message)" })")
    }

    @Test("all properties of the model are changed here, except those without a meaning of their own")
    func properties() {
        // given
        let silent: Set = [
            "Spec.files", "Spec.number",  // where it is written
            "Spec.defaults",  // each endpoint has them
            "AuthScheme.oauth2", "Endpoint.settings",  // their properties say it
            "URITemplate.written",  // its parts say it
            "ResponsePath.isResponseOptional", "Step.name", "Step.kind",  // the response and its shapes say it
        ]

        // when
        var properties: Set<String> = []
        collect(WholeSpec.spec, &properties)

        // then
        let changed = Set(Change.all.map(\.property))
        #expect(properties.subtracting(changed) == silent)
        #expect(changed.subtracting(properties) == [], "WholeSpec does not have them")
    }

    @Test("the whole model compared with itself has no differences")
    func same() {
        #expect(compare(WholeSpec.spec, WholeSpec.spec) == [])
    }

    private func compare(_ old: Spec, _ new: Spec) -> [Difference] {
        let results = [old, new].map { SpecReader.Result(specs: [$0], diagnostics: [], paths: ["a.nettask.yaml"]) }
        return SpecComparison(old: results[0], new: results[1]).differences
    }

    /// The names of all stored properties, as `Type.property`.
    private func collect(_ value: Any, _ properties: inout Set<String>) {
        let mirror = Mirror(reflecting: value)
        let type = String(reflecting: mirror.subjectType)
        if type.hasSuffix(".SourceRange") || type.hasSuffix(".Spec.File") { return }
        for child in mirror.children {
            if let label = child.label, label.hasPrefix("_") { continue }  // `@Source`: beside the model
            if mirror.displayStyle == .struct, type.hasPrefix("NetTaskSpec."), let label = child.label {
                properties.insert("\(type.split(separator: ".").last ?? "").\(label)")
            }
            if child.label != "defaults" { collect(child.value, &properties) }
        }
    }
}
