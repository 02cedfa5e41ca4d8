import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

/// What the specs of the documentation extend.
let importedLibrary = SpecReader.Source(
    path: "imported/library.nettask.yaml",
    text: """
        nettask: 1
        client: Library
        endpoints:
          ListBooks: {uri: books, response: [Book]}
          DeleteLibrary: {method: DELETE, uri: library}
        shapes:
          Book: {fields: {title: String}}
        """
)

/// Generates from a spec that has no errors.
func generate(_ yaml: String, path: String = "api.nettask.yaml", options: Generator.Options = .init()) throws
    -> [GeneratedFile]
{
    let extended = yaml.contains("\nextends: ") ? [importedLibrary] : []
    let result = SpecReader.read(sources: [SpecReader.Source(path: path, text: yaml)] + extended)
    try #require(result.diagnostics.map(\.description) == [])
    return try Generator(options: options).files(for: result.specs)
}

/// The start that each snippet shares.
func spec(_ rest: String) -> String {
    "nettask: 1\nclient: API\n" + rest
}

/// The Swift that a snippet of a spec becomes, without what all files begin with.
func swift(for snippet: String) throws -> String {
    let text = try generate(spec(snippet))[0].text
    let end = try #require(text.firstRange(of: /enum API \{(}|(.|\n)*?\n})\n\n/))
    return String(text[end.upperBound...])
}
