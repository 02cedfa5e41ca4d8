import Rows

@testable import NetTaskGenerator
@testable import NetTaskImport
@testable import NetTaskSpec

@main
enum SpecRows {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "client" { return try printClient() }
        try Row.main([.calibration, importing, checking, generating])
    }

    /// Reads an OpenAPI document and writes specs, all in memory.
    private static let importing = Row("import") {
        let document = Array(MadeUpDocument.text(resources: 12).utf8)
        return {
            let result = DocumentImporter.import(path: "api.yaml", in: ["api.yaml": document])
            try requireNone(result.diagnostics)
            return result.endpointCount == 36
        }
    }

    /// Reads a spec and checks it.
    private static let checking = Row("check") {
        let source = SpecReader.Source(path: "shop.nettask.yaml", text: MadeUpSpec.text(resources: 12))
        return {
            let result = SpecReader.read(sources: [source])
            try requireNone(result.diagnostics)
            return result.specs.first?.endpoints.count == 36
        }
    }

    /// Makes Swift of a spec that has been read.
    private static let generating = Row("generate") {
        let source = SpecReader.Source(path: "shop.nettask.yaml", text: MadeUpSpec.text(resources: 12))
        let specs = SpecReader.read(sources: [source]).specs
        return { try Generator().files(for: specs).first?.text.isEmpty == false }
    }

    private static func requireNone(_ diagnostics: [Diagnostic]) throws {
        if !diagnostics.isEmpty { throw SpecError(diagnostics: diagnostics) }
    }

    /// `spec-rows client SPEC` prints the Swift of a spec.
    private static func printClient() throws {
        let result = SpecReader.read(paths: Array(CommandLine.arguments.dropFirst(2)))
        try requireNone(result.diagnostics)
        for file in try Generator().files(for: result.specs) { print(file.text, terminator: "") }
    }
}

/// A spec of which no client can be made.
private struct SpecError: Error, CustomStringConvertible {
    let diagnostics: [Diagnostic]

    var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
