/// What must hold between the parts of a spec that was read. Each rule is a function of one of the lists here.
struct SpecRules: Diagnosing {
    /// What has read the spec.
    let decoder: SpecDecoder
    let client: Name?
    let baseURLs: [String]
    /// The name of the type that the environments become, if there are any.
    let environment: Name?
    /// Those of which all could be read that others need, as the endpoints.
    let shapes: [Shape]
    let endpoints: [Endpoint]
    let groups: [Name]
    let webhooks: Webhooks?
    let usage: ShapeUsage
    let secretShapes: SecretShapes
    /// Of what is stored.
    let storedSecrets: SecretShapes
    let nesting: NestingRule

    var diagnostics: DiagnosticCollector { decoder.diagnostics }
    var shapeList: [String: Shape] { decoder.shapeList }

    /// - Parameters:
    ///   - allShapes: Also those that are not whole.
    ///   - allEndpoints: Likewise.
    func check(_ allShapes: [Shape], _ allEndpoints: [Endpoint]) {
        // Each list is made once: its functions hold a copy of the rules.
        let (ofFields, ofEndpoints, ofShapes) = (ofFields, ofEndpoints, ofShapes)
        for shape in allShapes { for rule in ofFields { rule(shape) } }
        for endpoint in allEndpoints { for rule in ofEndpoints { rule(endpoint) } }
        for shape in shapes { for rule in ofShapes { rule(shape) } }
        for rule in ofSpec { rule() }
    }

    /// What the fields of one shape show.
    private var ofFields: [(Shape) -> Void] {
        [checkFields, checkFieldNames, checkFieldTransforms]
    }

    private var ofEndpoints: [(Endpoint) -> Void] {
        [
            checkTrace, checkEncoding, checkFixedHeaders, checkParams, checkReplyFields, checkRequestObject,
            checkNullConstants, checkAuth, checkPropertyNames, checkParamNames, checkParamTransforms, checkCondition,
            checkIdempotencyKey,
            checkUniqueness, checkCoalescing, checkTimes, checkDurability,
        ]
    }

    private var ofShapes: [(Shape) -> Void] {
        [checkInlineFields, checkConformances, checkDirections, checkTransformPairs]
    }

    private var ofSpec: [() -> Void] {
        [
            checkShapeCycles, checkAlternatives, checkInlineRequestObjects, checkSentShapes, checkModules,
            checkTypeNames,
            checkClientName, checkFormerNames, checkWebhooks, checkRates, checkURIs, checkSeparators,
        ]
    }
}
