/// The rules that relate the parts of a decoded spec. Each rule is a function of one of the lists here.
struct SpecRules: Diagnosing {
    /// The decoder that read the spec.
    let decoder: SpecDecoder
    let client: Name?
    let baseURLs: [String]
    /// The name of the type for the environments, if there are any.
    let environment: Name?
    /// The shapes whose required parts were all decoded, as for the endpoints.
    let shapes: [Shape]
    let endpoints: [Endpoint]
    let groups: [Name]
    let webhooks: Webhooks?
    /// The key `mocks`, if the client has mocks.
    let mocks: SourceRange?
    let usage: ShapeUsage
    let secretShapes: SecretShapes
    /// The secrets in stored values.
    let storedSecrets: SecretShapes
    let nesting: NestingRule

    var diagnostics: DiagnosticCollector { decoder.diagnostics }
    var shapeList: [String: Shape] { decoder.shapeList }

    /// - Parameters:
    /// - allShapes: All shapes, including incomplete ones.
    /// - allEndpoints: All endpoints, including incomplete ones.
    func check(_ allShapes: [Shape], _ allEndpoints: [Endpoint]) {
        // Each list is created once, because each of its functions holds a copy of the rules.
        let (ofFields, ofEndpoints, ofShapes) = (ofFields, ofEndpoints, ofShapes)
        for shape in allShapes { for rule in ofFields { rule(shape) } }
        for endpoint in allEndpoints { for rule in ofEndpoints { rule(endpoint) } }
        for shape in shapes { for rule in ofShapes { rule(shape) } }
        for rule in ofSpec { rule() }
    }

    /// The rules for the fields of one shape.
    private var ofFields: [(Shape) -> Void] {
        [checkFields, checkFieldNames, checkFieldTransforms]
    }

    private var ofEndpoints: [(Endpoint) -> Void] {
        [
            checkTrace, checkEncoding, checkFixedHeaders, checkParams, checkReplyFields, checkRequestObject,
            checkBodies, checkContentType,
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
            checkShapeCycles, checkAlternatives, checkFiles, checkInlineRequestObjects, checkSentShapes, checkModules,
            checkTypeNames,
            checkClientName, checkFormerNames, checkWebhooks, checkRates, checkURIs, checkSeparators,
        ]
    }
}
