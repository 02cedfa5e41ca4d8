import Foundation
public import LibFuzzer

@testable import NetTaskImport
@testable import NetTaskSpec

/// Separates the files of an import. It is not valid UTF-8, so it cannot be part of a valid file.
let marker: UInt8 = 0xFF

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: count)
    guard let kind = input.first else { return 0 }
    let ending = kind % 2 == 0 ? "json" : "yaml"
    let names = ["api", "other", "parts/more"].map { "\($0).\(ending)" }
    let files = input.dropFirst().split(separator: marker, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    let texts = Dictionary(uniqueKeysWithValues: zip(names, files.map(Array.init)))
    check(DocumentImporter.import(path: names[0], in: texts), texts)
    return 0
}

/// A document becomes specs without errors, or has an error; and each diagnostic says where it is.
private func check(_ result: DocumentImporter.Result, _ texts: [String: [UInt8]]) {
    for diagnostic in result.diagnostics {
        let text = diagnostic.description
        require(!diagnostic.message.isEmpty, "a diagnostic without words: \(text)")
        for place in [diagnostic.place] + diagnostic.notes.map(\.place) {
            let isPlace = place.range.start.line >= 1 && place.range.start.column >= 1
            require(isPlace && texts[place.file] != nil, "\(place) is not a place, of \(text)")
        }
    }
    guard !result.files.isEmpty else {
        require(result.diagnostics.contains { $0.severity == .error }, "neither specs nor an error")
        return
    }
    let report = result.report
    require(report.carriedCount + report.leftOutCount == report.valueCount, "values are forgotten: \(report.text)")
    let sources = result.files.map { SpecReader.Source(path: $0.name, text: $0.text) }
    require(Set(sources.map(\.path)).count == sources.count, "two files of one name in \(sources.map(\.path))")
    let problems = SpecReader.read(sources: sources).diagnostics.map(\.description)
    require(problems.isEmpty, (problems + result.files.map(\.text)).joined(separator: "\n"))
}

@_cdecl("fuzz_import_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
    runFuzzer(count, arguments, fuzz)
}
