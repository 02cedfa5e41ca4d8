package import NetTaskSpec

/// A page of the reference of the spec language, by its file. The tests of the reference write the pages.
package enum ReferencePage: String, CaseIterable, Sendable {
    case spec = "SpecKeys"
    case auth = "AuthKeys"
    case endpoints = "EndpointKeys"
    case params = "ParamKeys"
    case shapes = "ShapeKeys"
    case responses = "ResponseKeys"
    case delivery = "DeliveryKeys"
    case streams = "StreamKeys"
    case webhooks = "WebhookKeys"

    /// The kinds of maps on the page. The keys of a response are on two pages.
    package var rules: [MappingRule] {
        switch self {
        case .spec: [SpecLanguage.spec, SpecLanguage.defaults, SpecLanguage.group]
        case .auth: [SpecLanguage.authScheme, SpecLanguage.oauth2Flow, SpecLanguage.authAlternatives]
        case .endpoints: [SpecLanguage.endpoint]
        case .params: [SpecLanguage.param]
        case .shapes:
            [
                SpecLanguage.shape, SpecLanguage.field, SpecLanguage.enumerationCase, SpecLanguage.alternative,
                SpecLanguage.additional, SpecLanguage.transform,
            ]
        case .responses: [SpecLanguage.response, SpecLanguage.responseHeader, SpecLanguage.statusBody]
        case .delivery:
            [
                SpecLanguage.retry, SpecLanguage.idempotencyKey, SpecLanguage.durable, SpecLanguage.unique,
                SpecLanguage.rate,
            ]
        case .streams: [SpecLanguage.response, SpecLanguage.pages, SpecLanguage.longRunning]
        case .webhooks:
            [SpecLanguage.webhooks, SpecLanguage.webhookEvent, SpecLanguage.hmac, SpecLanguage.webhookHeader]
        }
    }

    private static let keysOfStreams: Set = ["events", "lines", "until", "idle", "when", "otherwise"]

    /// The keys on the page, of those of one kind of map.
    package func keys(of rule: MappingRule) -> [MappingRule.Key] {
        guard rule.id == SpecLanguage.response.id else { return rule.usableKeys }
        return rule.usableKeys.filter { Self.keysOfStreams.contains($0.name) == (self == .streams) }
    }

    /// The page with the key.
    package static func page(of key: MappingRule.Key, in rule: MappingRule) -> ReferencePage {
        allCases.first { page in
            page.rules.contains { $0.id == rule.id } && page.keys(of: rule).contains { $0.name == key.name }
        } ?? .spec
    }

    /// The heading of a key, such as "`timeout` of an endpoint".
    package static func heading(of key: MappingRule.Key, in rule: MappingRule) -> String {
        "`\(key.name)` of \(rule.noun)"
    }

    /// The address of the key on the site.
    static func address(of key: MappingRule.Key, in rule: MappingRule) -> String {
        let anchor = heading(of: key, in: rule).replacing("`", with: "").replacing(" ", with: "-")
        return "\(DocumentationSite.article(page(of: key, in: rule).rawValue))#\(anchor)"
    }
}

extension MappingRule.Key {
    /// The default in Markdown.
    package var defaultWords: String {
        if let defaultText { return defaultText }
        switch value {
        case .bool: return "`false`"
        case .anyOf(let values) where values.contains(.bool): return "`false`"
        default: return "none"
        }
    }
}
