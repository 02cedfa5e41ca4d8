import Testing

@testable import NetTaskSpec

private let rules = SpecLanguage.rules

/// The table of keys, which documentation and the JSON Schema are made from too.
@Suite struct SpecLanguageTests {
    @Test(arguments: rules)
    func noKeyIsThereTwice(_ rule: MappingRule) {
        #expect(Set(rule.keys.map(\.name)).count == rule.keys.count)
    }

    @Test(arguments: rules)
    func everyKeyHasASummary(_ rule: MappingRule) {
        #expect(rule.keys.allSatisfy { $0.summary.hasSuffix(".") || $0.status.isElsewhere })
    }

    @Test(arguments: rules)
    func noSummaryStatesTheDefault(_ rule: MappingRule) {
        #expect(rule.keys.filter { $0.summary.contains("Default:") }.map(\.name) == [])
    }

    @Test(arguments: rules)
    func aShortFormIsOfAKeyThatIsThere(_ rule: MappingRule) {
        if let key = rule.shortKey { #expect(rule.usableNames.contains(key)) }
    }

    @Test(arguments: rules)
    func exclusionsAreOfKeysThatAreThere(_ rule: MappingRule) {
        let names = rule.exclusions.flatMap { $0.keys + $0.exceptions }
        let elsewhere = SpecLanguage.rules.flatMap(\.keys).flatMap(\.exclusionsElsewhere)
        #expect(Set(names).subtracting(rule.usableNames) == [])
        #expect(Set(elsewhere).subtracting(SpecLanguage.rules.flatMap(\.usableNames)) == [])
    }

    /// YAML 1.1 reads such words as booleans, so no key of ours may be one.
    @Test(arguments: rules)
    func noKeyIsABooleanOfYAML(_ rule: MappingRule) {
        let booleans: Set = ["y", "n", "yes", "no", "on", "off", "true", "false"]
        #expect(booleans.isDisjoint(with: rule.keys.map { $0.name.lowercased() }))
    }
}

extension MappingRule.Status {
    fileprivate var isElsewhere: Bool {
        if case .elsewhere = self { true } else { false }
    }
}

extension MappingRule: CustomTestStringConvertible {
    public var testDescription: String { noun }
}
