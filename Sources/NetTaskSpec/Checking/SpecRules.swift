/// What must hold between the parts of a spec that was read. Each rule is a function that one of those here calls.
struct SpecRules: Diagnosing {
    /// What has read the spec.
    let decoder: SpecDecoder
    let client: Name?
    let baseURLs: [String]
    /// The name of the type that the environments become, if there are any.
    let environment: Name?
    /// Those of which all could be read that others need, as the endpoints.
    let shapes: [LocatedShape]
    let endpoints: [LocatedEndpoint]
    let groups: [Name]
    let webhooks: LocatedWebhooks?
    let plainShapes: [String: Shape]
    let usage: ShapeUsage
    let secretShapes: SecretShapes
    /// Of what is stored.
    let storedSecrets: SecretShapes
    let nesting: NestingRule

    var diagnostics: DiagnosticCollector { decoder.diagnostics }
    var shapeList: [String: LocatedShape] { decoder.shapeList }

    /// - Parameters:
    ///   - allShapes: Also those that are not whole.
    ///   - allEndpoints: Likewise.
    func check(_ allShapes: [LocatedShape], _ allEndpoints: [LocatedEndpoint]) {
        for shape in allShapes { checkFieldsOfShape(shape) }
        for endpoint in allEndpoints { checkEndpoint(endpoint) }
        for shape in shapes { checkShape(shape) }
        checkSpec()
    }

    /// What the fields of one shape show.
    private func checkFieldsOfShape(_ shape: LocatedShape) {
        checkFields(shape)
        checkFieldNames(shape)
        checkFieldTransforms(shape)
    }

    private func checkEndpoint(_ endpoint: LocatedEndpoint) {
        checkTrace(endpoint)
        checkEncoding(endpoint)
        checkFixedHeaders(endpoint)
        checkParams(endpoint)
        checkReplyFields(endpoint)
        checkRequestObject(endpoint)
        checkNullConstants(endpoint)
        checkAuth(endpoint)
        checkPropertyNames(endpoint)
        checkParamNames(endpoint)
        checkParamTransforms(endpoint)
        checkCondition(endpoint)
        checkIdempotencyKey(endpoint)
        checkUniqueness(endpoint)
        checkCoalescing(endpoint)
        checkTimes(endpoint)
        checkDurability(endpoint)
    }

    private func checkShape(_ shape: LocatedShape) {
        checkInlineFields(shape)
        checkConformances(shape)
        checkDirections(shape)
        checkTransformPairs(shape)
    }

    private func checkSpec() {
        checkShapeCycles()
        checkAlternatives()
        checkInlineRequestObjects()
        checkSentShapes()
        checkModules()
        checkTypeNames()
        checkClientName()
        checkFormerNames()
        checkWebhooks()
        checkRates()
        checkURIs()
        checkSeparators()
    }
}
