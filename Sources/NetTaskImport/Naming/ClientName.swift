import NetTaskSpec

/// The Swift namespace for a document.
enum ClientName {
    /// `Swagger Petstore - OpenAPI 3.0` becomes `SwaggerPetstore`: what stands before the first sign that separates.
    static func name(forTitle title: String) -> String {
        let first = title.split(whereSeparator: { ":–—|(".contains($0) }).first.map(String.init) ?? title
        let beforeDash = first.replacing(" - ", with: "\n").split(separator: "\n").first.map(String.init) ?? first
        let name =
            CamelCase.upperCamel(beforeDash) ?? (title.isEmpty ? nil : CamelCase.upperCamel(Spelled.out(beforeDash)))
            ?? "API"
        let short = name.cutForFileName
        return ReservedNames.clients.contains(short) ? short + "API" : short
    }
}
