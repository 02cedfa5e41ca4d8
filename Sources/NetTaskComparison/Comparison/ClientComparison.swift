import NetTaskSpec

/// Compares a client with the old one. Extensions compare its parts.
struct ClientComparison {
    let old: Side
    let new: Side
    /// The new names of renamed shapes, by old name.
    private(set) var shapeNames: [String: String] = [:]
    /// The new names of authentication schemes, by old name.
    let schemeNames: [String: String]

    struct Side {
        let spec: Spec
        /// The shapes, by written name.
        let shapes: [String: Shape]
        let usage: ShapeUsage
        let validation: Validation

        init(_ spec: Spec) {
            self.spec = spec
            shapes = spec.shapesByName
            usage = ShapeUsage(endpoints: spec.endpoints, webhooks: spec.webhooks, shapes: shapes)
            validation = Validation(spec.endpoints, shapes)
        }
    }

    init(_ old: Spec, _ new: Spec, _ found: Findings) {
        self.old = Side(old)
        self.new = Side(new)
        schemeNames = Self.matching(old.auth, new.auth).names(\.name)
        shapeNames = namesOfShapes(found)
    }

    func compare(_ subject: Subject) {
        let (old, new) = (old.spec, new.spec)
        let client = subject.part("client")
        if old.client.swift != new.client.swift {
            let message = "it changed from `\(old.client.swift)` to `\(new.client.swift)`, which renames all tasks"
            client.add([.callers], message)
        }
        client.addHarmlessChanges(SpecLanguage.spec, old, new)
        client.addOther("version", ifNot: old.version == new.version)
        let (oldAccess, newAccess) = (old.access ?? .internal, new.access ?? .internal)
        if oldAccess != newAccess {
            let isNarrower = oldAccess == .public || newAccess == .internal
            subject.part("access")
                .add(isNarrower ? [.callers] : [.additive], was: oldAccess.rawValue, is: newAccess.rawValue)
        }
        if old.hasExamples, !new.hasExamples {
            subject.part("examples").add([.callers], "the examples of shapes and endpoints were removed")
        }
        if old.hasMocks, !new.hasMocks { subject.part("mocks").add([.callers], "the mocks were removed") }
        compareBaseURLs(subject.part("baseURL"))
        compare(old.auth, new.auth, subject)
        compareShapes(subject)
        compare(old.groups, new.groups, subject)
        compareEndpoints(subject)
        compareWebhooks(subject)
    }

    // MARK: Base URLs

    /// Compares the base URL, or that of each environment.
    private func compareBaseURLs(_ subject: Subject) {
        let (old, new) = (old.spec, new.spec)
        switch (old.baseURL, new.baseURL) {
        case (nil, _?): subject.add([.additive], "it was added: a queue no longer needs a base URL")
        case (_?, nil): subject.add([.callers], "it was removed: a queue needs a base URL")
        case (let oldURL, let newURL): if oldURL != newURL { subject.add([.server], was: oldURL, is: newURL) }
        }
        if new.environments.isEmpty, !old.environments.isEmpty {
            return subject.add([.callers], "`Environment` was removed")
        }
        func part(_ environment: Spec.Environment, _ side: Difference.Side) -> Subject {
            var part = subject.part(environment.name.written)
            (part.side, part.range) = (side, environment.name.place)
            return part
        }
        var matching = Matching(old.environments, new.environments, by: \.name.written)
        matching.pairRest(by: \.url)
        for (old, new) in matching.pairs {
            part(new, .new).compare(old.name, new.name)
            if old.url != new.url { part(new, .new).add([.server], "its URL", was: old.url, is: new.url) }
        }
        for environment in matching.added { part(environment, .new).add([.additive], "it was added") }
        for environment in matching.removed { part(environment, .old).add([.callers], "it was removed") }
    }

    // MARK: Authentication

    private static func matching(_ old: [AuthScheme], _ new: [AuthScheme]) -> Matching<AuthScheme> {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(by: \.kind.text)
        return matching
    }

    /// Compares the schemes, which are arguments of the client's `authentication(…)`.
    private func compare(_ old: [AuthScheme], _ new: [AuthScheme], _ subject: Subject) {
        let matching = Self.matching(old, new)
        for (old, new) in matching.pairs {
            let subject = subject.child("auth", new.name)
            subject.compare(old.name, new.name)
            if old.kind != new.kind {
                let isSameInSwift = old.kind.credentials == new.kind.credentials
                let isSameOnWire = isSameInSwift && old.placeKey == new.placeKey
                subject.add(
                    isSameOnWire ? [.other] : isSameInSwift ? [.server] : [.callers, .server],
                    "it changed from \(old.kind.text) to \(new.kind.text)"
                )
            }
            compare(old.oauth2, new.oauth2, subject)
            subject.addHarmlessChanges(SpecLanguage.authScheme, old, new)
        }
        for scheme in matching.added {
            subject.child("auth", scheme.name).add([.additive], "it was added: \(scheme.kind.text)")
        }
        for scheme in matching.removed { subject.removed("auth", scheme.name).add([.callers], "it was removed") }
        if let (first, second) = matching.firstOutOfOrder {
            let message = "it now precedes `\(second.name.swift)` in the arguments of `authentication`"
            subject.child("auth", first.name).add([.callers], message)
        }
    }

    private func compare(_ old: OAuth2, _ new: OAuth2, _ subject: Subject) {
        if old.discoveryURL != new.discoveryURL {
            subject.part("discoveryURL").add([.server], "tokens now come from another server")
        }
        for word in OAuth2.Word.allCases {
            let subject = subject.part(word.rawValue)
            switch (old[keyPath: word.place], new[keyPath: word.place]) {
            case (nil, nil): break
            case (nil, _): subject.add([.additive], "it was added")
            case (_, nil): subject.add([.callers], "it was removed")
            case (var old?, var new?):
                if old.scopes != new.scopes { subject.part("scopes").add([.other], "they changed") }
                (old.scopes, new.scopes) = ([], [])
                if old != new { subject.add([.server], "its URLs changed") }
            }
        }
    }

    /// Removing an example breaks callers. Changing its content does not.
    func compareExamples(_ old: Example?, _ new: Example?, _ subject: Subject) {
        guard self.old.spec.hasExamples, self.new.spec.hasExamples, old != nil, new == nil else { return }
        subject.add([.callers], "its example was removed")
    }

    // MARK: Shapes

    private func compareShapes(_ subject: Subject) {
        var matching = Matching(old.spec.shapes, new.spec.shapes, by: \.name.written)
        matching.pairRest({ shapeNames[$0.name.written] }, \.name.written)
        for (old, new) in matching.pairs {
            let subject = subject.child("shapes", new.name)
            if old.isGenerated || new.isGenerated { subject.compare(old.name, new.name) }
            compare(old, new, subject)
        }
        for shape in matching.added { subject.child("shapes", shape.name).add([.additive], "it was added") }
        for shape in matching.removed {
            // For a Swift type of the user, only its name in the spec was removed.
            subject.removed("shapes", shape.name).add(shape.isGenerated ? [.callers] : [.other], "it was removed")
        }
    }

    /// The limit on chains of renamed shapes that contain each other, so that each spec is compared in a bounded time.
    private static let mostRounds = 32

    /// The new names of shapes, by old name. A shape counts as renamed in the spec alone, or also in Swift if nothing else
    /// differs.
    private func namesOfShapes(_ found: Findings) -> [String: String] {
        var matching = Matching(old.spec.shapes, new.spec.shapes, by: \.name.written)
        matching.pairRest(by: \.name.swift)
        let known = matching.names(\.name)
        let knownNames = Set(known.values)
        matching.pairRest(by: \.signature)
        var candidates = matching.pairs.filter { !knownNames.contains($0.new.name.written) }
        // Shapes that contain each other are the same as long as their nested shapes are. Each round removes the shapes that
        // contain a removed one.
        for _ in 0..<Self.mostRounds {
            var client = self
            client.shapeNames = known
            for (old, new) in candidates { client.shapeNames[old.name.written] = new.name.written }
            let same = candidates.filter { old, new in
                let found = found.empty()
                client.compare(old, new, Subject(found: found, path: "", side: .new, range: new.name.place))
                return found.isWithoutConsequence
            }
            if same.count == candidates.count { return client.shapeNames }
            candidates = same
        }
        return known
    }

    // MARK: Endpoints

    private func compare(_ old: [EndpointGroup], _ new: [EndpointGroup], _ subject: Subject) {
        let matching = Matching(old, new, by: \.name.swift)
        for (old, new) in matching.pairs {
            let subject = subject.child("groups", new.name)
            subject.compare(old.name, new.name)
            subject.addHarmlessChanges(SpecLanguage.group, old, new)
        }
        for group in matching.added { subject.child("groups", group.name).add([.additive], "it was added") }
        for group in matching.removed { subject.removed("groups", group.name).add([.callers], "it was removed") }
    }

    private func compareEndpoints(_ subject: Subject) {
        var matching = Matching(old.spec.endpoints, new.spec.endpoints) { "\($0.section).\($0.name.written)" }
        matching.pairRest(by: \.qualifiedName)
        let client = old.spec.client.swift
        matching.pairRest(
            by: { $0.storedKind(of: client) },
            formerly: { endpoint in endpoint.formerNames.map { endpoint.storedKind($0, of: client) } }
        )
        matching.pairRest(by: { "\($0.method.rawValue) \($0.uri.written)" }) { old, new in
            let found = subject.found.empty()
            compare(old, new, Subject(found: found, path: "", side: .new, range: new.name.place))
            return found.isWithoutConsequence
        }
        for (old, new) in matching.pairs {
            let subject = subject.child(new.section, new.name)
            if old.group?.swift != new.group?.swift {
                let message = "it moved from `\(old.qualifiedName)` to `\(new.qualifiedName)`"
                subject.add([.callers], message)
            }
            subject.compare(old.name, new.name)
            compare(old, new, subject)
        }
        for endpoint in matching.added {
            subject.child(endpoint.section, endpoint.name).add([.additive], "it was added")
        }
        for endpoint in matching.removed {
            subject.removed(endpoint.section, endpoint.name).add([.callers], "it was removed")
        }
    }

    /// Compares an endpoint, except for its name.
    private func compare(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        compareRequests(old, new, subject)
        compareDelivery(old, new, subject)
        compareReplies(old, new, subject)
        compare(old.errors, new.errors, subject)
        comparePages(old, new, subject)
        compareLongRunning(old, new, subject)
        subject.compareMutability(old.isMutable, new.isMutable)
        subject.compareAttributes(old.attributes, new.attributes)
        if old.isValidated != new.isValidated {
            let message = new.isValidated ? "its constraints are now checked" : "its constraints are no longer checked"
            subject.add([new.isValidated ? .callers : .additive], message)
        }
        subject.addHarmlessChanges(SpecLanguage.endpoint, old, new)
        compareExamples(old.example, new.example, subject)
        subject.addOther("x-…", ifNot: old.extensions == new.extensions)
    }

    // MARK: Types

    /// Whether both are the same type, apart from renamed shapes.
    func isSame(_ old: TypeReference, _ new: TypeReference) -> Bool { renamed(old) == new }

    private func renamed(_ type: TypeReference) -> TypeReference {
        switch type {
        case .scalar: type
        case .shape(let name): .shape(shapeNames[name] ?? name)
        case .array(let element): .array(renamed(element))
        case .dictionary(let value): .dictionary(renamed(value))
        case .optional(let wrapped): .optional(renamed(wrapped))
        }
    }

    /// The form on the wire of a type in the old spec.
    func oldForm(_ type: TypeReference, _ format: Field.Format? = nil) -> WireForm {
        WireForm(type, format, old.shapes) { shapeNames[$0] ?? $0 }
    }

    /// The form on the wire of a type in the new spec.
    func newForm(_ type: TypeReference, _ format: Field.Format? = nil) -> WireForm {
        WireForm(type, format, new.shapes) { $0 }
    }
}

extension Endpoint {
    /// The section in a spec.
    var section: String { group.map { "groups.\($0.written).endpoints" } ?? "endpoints" }
}

extension Shape {
    fileprivate var isGenerated: Bool {
        if case .custom = kind { false } else { true }
    }

    /// The common property of two shapes that may be the same.
    fileprivate var signature: String {
        switch kind {
        case .object(let fields): "fields " + fields.map(\.name.written).joined(separator: " ")
        case .enumeration(let cases): "enum " + cases.map(\.name.written).joined(separator: " ")
        case .alternatives(let alternatives): "oneOf " + alternatives.cases.map(\.name.written).joined(separator: " ")
        case .custom(let type): "swiftType " + type.path.joined(separator: ".")
        }
    }
}

extension AuthScheme.Kind {
    /// The type of the argument of `authentication(…)`.
    fileprivate var credentials: String {
        switch self {
        case .bearer, .oauth2: "BearerCredentials"
        case .basic: "BasicCredentials"
        case .apiKey: "APIKeyCredentials"
        }
    }

    /// The text in messages.
    fileprivate var text: String {
        switch self {
        case .bearer: "`bearer`"
        case .basic: "`basic`"
        case .oauth2: "`oauth2`"
        case .apiKey(let location, let name): "`apiKey` in the \(location.rawValue) \(name.quotedForMessage)"
        }
    }
}
