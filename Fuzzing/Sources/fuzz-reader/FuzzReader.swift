import Foundation
import JSONForms
public import LibFuzzer
import NetTaskRuntime

@testable import NetTaskPacking

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = UnsafeRawBufferPointer(start: bytes, count: count)
    do {
        let verdict = try Verdict(text)
        try checkShape(text, verdict)
        if case .accepted(let value) = verdict {
            try checkRewritten(value)
            try checkPlaces(text, value)
        }
        // Longer texts are rarely scalars.
        if text.count <= 64 { checkScalars(text) }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

@_cdecl("fuzz_reader_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
    runFuzzer(count, arguments, fuzz)
}

/// Reads the text as a whole, and checks the error.
func read<Value: JSONReadable>(
    _ text: UnsafeRawBufferPointer,
    path: [StaticString] = [],
    format: ValueFormat = .iso8601
) throws(ParseError) -> Value {
    do {
        return try readJSON(text, path: path, format: format)
    } catch let error as ParseError {
        let offset = error.offset ?? -1
        require((0...text.count).contains(offset), "an error at \(offset) of \(text.count)")
        require(
            !error.reason.isEmpty && error.reason.utf8.count < 1_000,
            "a reason of \(error.reason.utf8.count) bytes"
        )
        throw error
    } catch {
        fatalError("\(error) is not a ParseError")
    }
}

/// A shape is read twice the same, and only from what is JSON.
private func checkShape(_ text: UnsafeRawBufferPointer, _ verdict: Verdict) throws {
    let first = Result { () throws(ParseError) -> EveryType in try read(text) }
    let second = Result { () throws(ParseError) -> EveryType in try read(text) }
    switch (first, second) {
    case (.success(let first), .success(let second)):
        require(first == second, "read as \(first), then as \(second)")
        if case .refused = verdict { fatalError("a shape was read from text that is not valid JSON") }
        first.check()
    case (.failure(let first), .failure(let second)):
        require(first.offset == second.offset && first.path == second.path, "\(first), then \(second)")
        require(first.reason == second.reason, "\(first), then \(second)")
    default:
        fatalError("read as \(first), then as \(second)")
    }
}

/// A value that is written down is read as the same, and a shape finds its fields in any order.
private func checkRewritten(_ value: JSONTree) throws {
    var results: [Result<EveryType, ParseError>] = []
    for isEscaped in [false, true] {
        let same: JSONTree = try read(value, isEscaped: isEscaped)
        require(same.isSame(as: value), "\(same) is not \(value)")
        for other in [value.reversed, value.reversed.reversed] {
            results.append(Result { () throws(ParseError) -> EveryType in try read(other, isEscaped: isEscaped) })
        }
    }
    for result in results {
        switch (results[0], result) {
        case (.success(let one), .success(let other)): require(one == other, "\(one) is not \(other)")
        case (.failure, .failure): break
        default: fatalError("\(results[0]) is not \(result)")
        }
    }
}

private func read<Value: JSONReadable>(_ value: JSONTree, isEscaped: Bool) throws(ParseError) -> Value {
    var bytes: [UInt8] = []
    value.writeJSON(to: &bytes, isEscaped: isEscaped)
    return try bytes.withUnsafeBytes { text in Result { () throws(ParseError) -> Value in try read(text) } }.get()
}
