import Foundation
import Testing

@testable import NetTaskSpec

/// Where the tests' spec files are.
let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")

/// Reads one spec that must be right.
func read(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Spec {
    let result = SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: text)])
    #expect(result.diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
    return try #require(result.specs.first, sourceLocation: sourceLocation)
}

/// The messages of a spec that is wrong, each as `line:column: message`.
func problems(_ text: String) -> [String] {
    problems(bytes: Array(text.utf8))
}

func problems(bytes: [UInt8]) -> [String] {
    SpecReader.read(sources: [.init(path: "api.nettask.yaml", bytes: bytes)]).diagnostics.map {
        "\($0.place.range.start.line):\($0.place.range.start.column): \($0.message)"
    }
}

/// How much of a processor's time the closure takes, however many others want it.
func processorTime(_ body: () -> Void) -> Duration {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    body()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return .seconds(end.tv_sec - start.tv_sec) + .nanoseconds(end.tv_nsec - start.tv_nsec)
}

/// The diagnostics without the lines that they quote, which must be those of the files.
func unquoted(
    _ diagnostics: [Diagnostic],
    of files: [String: [UInt8]],
    sourceLocation: SourceLocation = #_sourceLocation
) -> String {
    diagnostics.map { diagnostic in
        let text = files[diagnostic.place.file].map { String(decoding: $0, as: UTF8.self) } ?? ""
        let lines = text.split(separator: /\r\n|\r|\n/, omittingEmptySubsequences: false).map(String.init)
        let line = text.isEmpty ? nil : lines[diagnostic.place.range.start.line - 1]
        #expect(diagnostic.sourceLine == line, sourceLocation: sourceLocation)
        var diagnostic = diagnostic
        diagnostic.sourceLine = nil
        return "\(diagnostic)\n"
    }.joined()
}

extension Shape {
    /// The values of an enumeration.
    var values: [EnumerationCase]? {
        if case .enumeration(let cases) = kind { cases } else { nil }
    }
}
