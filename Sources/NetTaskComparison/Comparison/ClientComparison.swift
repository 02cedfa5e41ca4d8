import NetTaskSpec

/// Compares a client with what it was.
struct ClientComparison {
    typealias Subject = DifferenceCollector.Subject

    private let client: ComparedClient
    private let found: DifferenceCollector

    init(_ old: Spec, _ new: Spec, _ found: DifferenceCollector) {
        var client = ComparedClient(old: old, new: new)
        client.schemeNames = AuthSchemesComparison.names(old.auth, new.auth)
        client.shapeNames = ShapeMatching(client: client, found: found).names()
        self.client = client
        self.found = found
    }

    func compare(_ subject: Subject) {
        let (old, new) = (client.old.spec, client.new.spec)
        if old.client.swift != new.client.swift {
            found.add(
                [.callers],
                subject.part("client"),
                "it was `\(old.client.swift)` and is `\(new.client.swift)`, and all tasks have other names"
            )
        }
        found.addOther(subject.part("client"), ifNot: old.description == new.description, "description")
        found.addOther(subject.part("client"), ifNot: old.version == new.version, "version")
        compareAccess(old.access ?? .internal, new.access ?? .internal, subject.part("access"))
        if old.hasExamples, !new.hasExamples {
            found.add([.callers], subject.part("examples"), "shapes and endpoints have no examples any more")
        }
        BaseURLComparison(found: found).compare(old, new, subject.part("baseURL"))
        AuthSchemesComparison(found: found).compare(old.auth, new.auth, subject)
        compareShapes(old.shapes, new.shapes, subject)
        compareGroups(old.groups, new.groups, subject)
        compareEndpoints(old.endpoints, new.endpoints, subject)
    }

    private func compareAccess(_ old: AccessLevel, _ new: AccessLevel, _ subject: Subject) {
        guard old != new else { return }
        let isNarrower = old == .public || new == .internal
        found.add(isNarrower ? [.callers] : [.additive], subject, "it was `\(old.rawValue)` and is `\(new.rawValue)`")
    }

    private func compareShapes(_ old: [Shape], _ new: [Shape], _ subject: Subject) {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest({ client.shapeNames[$0.name.written] }, \.name.written)
        let comparison = ShapeComparison(client: client, found: found)
        for pair in matching.pairs {
            let subject = subject.child("shapes", pair.new.name)
            if pair.old.isGenerated || pair.new.isGenerated {
                NameComparison.compare(pair.old.name, pair.new.name, subject, found)
            }
            comparison.compare(pair.old, pair.new, subject)
        }
        for shape in matching.added { found.add([.additive], subject.child("shapes", shape.name), "it is new") }
        for shape in matching.gone {
            // Of a type of the user's own, only the spec's name for it is gone.
            let kinds: Set<Difference.Kind> = shape.isGenerated ? [.callers] : [.other]
            found.add(kinds, subject.gone("shapes", shape.name), "it is gone")
        }
    }

    private func compareGroups(_ old: [EndpointGroup], _ new: [EndpointGroup], _ subject: Subject) {
        let matching = Matching(old, new, by: \.name.swift)
        for pair in matching.pairs {
            let subject = subject.child("groups", pair.new.name)
            NameComparison.compare(pair.old.name, pair.new.name, subject, found)
            found.addOther(subject, ifNot: pair.old.description == pair.new.description, "description")
        }
        for group in matching.added { found.add([.additive], subject.child("groups", group.name), "it is new") }
        for group in matching.gone { found.add([.callers], subject.gone("groups", group.name), "it is gone") }
    }

    private func compareEndpoints(_ old: [Endpoint], _ new: [Endpoint], _ subject: Subject) {
        let signature: (Endpoint) -> String = { "\($0.method.rawValue) \($0.uri.written)" }
        var matching = Matching(old, new) { "\($0.section).\($0.name.written)" }
        matching.pairRest(\.qualifiedName, \.qualifiedName)
        matching.pairRest(signature, signature) { old, new in
            let found = found.empty()
            EndpointComparison(client: client, found: found).compare(old, new, subject)
            return found.isWithoutConsequence
        }
        let comparison = EndpointComparison(client: client, found: found)
        for pair in matching.pairs {
            let subject = subject.child(pair.new.section, pair.new.name)
            if pair.old.group?.swift != pair.new.group?.swift {
                let (old, new) = (pair.old.qualifiedName, pair.new.qualifiedName)
                found.add([.callers], subject, "it was moved: it was `\(old)` and is `\(new)`")
            }
            NameComparison.compare(pair.old.name, pair.new.name, subject, found)
            comparison.compare(pair.old, pair.new, subject)
        }
        for endpoint in matching.added {
            found.add([.additive], subject.child(endpoint.section, endpoint.name), "it is new")
        }
        for endpoint in matching.gone {
            found.add([.callers], subject.gone(endpoint.section, endpoint.name), "it is gone")
        }
    }
}

extension Endpoint {
    /// Where it stands in a spec.
    var section: String { group.map { "groups.\($0.written).endpoints" } ?? "endpoints" }
}

extension Shape {
    fileprivate var isGenerated: Bool {
        if case .custom = kind { false } else { true }
    }
}
