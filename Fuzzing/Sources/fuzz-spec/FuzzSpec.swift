import Foundation
public import LibFuzzer

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// Separates the two files of a run. It is not valid UTF-8, so it cannot be part of a valid file.
private let marker: UInt8 = 0xFF

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: count)
    let files = input.split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false)
    let sources = zip(["first.nettask.yaml", "second.nettask.yaml"], files).map { path, bytes in
        SpecReader.Source(path: path, bytes: Array(bytes))
    }
    let result = SpecReader.read(sources: sources)
    check(result, sources)
    // Both ways to write files are tried, and the same input is always written in the same way.
    checkFiles(of: result.specs, isSplit: count % 2 == 1)
    return 0
}

@_cdecl("fuzz_spec_main")
public func main(_ count: CInt, _ arguments: Arguments) -> CInt {
    runFuzzer(count, arguments, fuzz)
}
