import NetTaskSpec

extension YAMLDialect {
    /// OpenAPI documents, which machines write and which are larger than specs. JSON is YAML too.
    static let openAPI = YAMLDialect(
        noun: "an OpenAPI document",
        opening: "openapi: 3.0.3",
        bytes: 128 * 1024 * 1024,
        depth: 256,
        nodes: 8_000_000,
        takesJSON: true
    )
}
