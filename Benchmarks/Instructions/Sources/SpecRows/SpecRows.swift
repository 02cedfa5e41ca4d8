import Foundation
import Rows

@testable import NetTaskGenerator
@testable import NetTaskImport
@testable import NetTaskSpec

@main
enum SpecRows {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "client" { return try printClient() }
        // `spec-rows import DOCUMENT` and `spec-rows generate DOCUMENT` count with a document of yours.
        if CommandLine.arguments.count > 2 {
            let document = try Array(Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2])))
            return try Row.main([importing(document), readingAndGenerating(document)])
        }
        try Row.main([.calibration, importing, checking, generating])
    }

    private static func importing(_ document: [UInt8]) -> Row {
        Row("import") {
            { !DocumentImporter.import(path: "api.yaml", in: ["api.yaml": document]).files.isEmpty }
        }
    }

    /// Reads the specs of a document, checks them, and generates their Swift.
    private static func readingAndGenerating(_ document: [UInt8]) -> Row {
        Row("generate") {
            let specs = DocumentImporter.import(path: "api.yaml", in: ["api.yaml": document]).files.map { file in
                SpecReader.Source(path: file.name, text: file.text)
            }
            return {
                let result = SpecReader.read(sources: specs)
                try requireNone(result.diagnostics.filter { $0.severity == .error })
                return try !Generator().files(for: result.specs).isEmpty
            }
        }
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

    /// Generates the Swift of a spec that has been read.
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

/// A spec without a valid client.
private struct SpecError: Error, CustomStringConvertible {
    let diagnostics: [Diagnostic]

    var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
