@testable import NetTaskImport
@testable import NetTaskSpec

/// Changes an input: by libFuzzer's own means, which mostly break what is an OpenAPI document, or by moving values about in it,
/// as the tests do.
///
/// - Returns: The size of the input now.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    guard seed % 2 == 0, let mutant = mutant(of: UnsafeBufferPointer(start: bytes, count: count), seed: seed),
        mutant.count <= limit
    else { return mutateBytes(bytes, count, limit) }
    for (index, byte) in mutant.enumerated() { bytes[index] = byte }
    return mutant.count
}

/// `nil` if the first file is not a map.
private func mutant(of input: UnsafeBufferPointer<UInt8>, seed: UInt32) -> [UInt8]? {
    let files = input.dropFirst().split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = files.first else { return nil }
    let diagnostics = DiagnosticCollector(files: ["api"])
    let file = YAMLFile(path: "api", number: 0, bytes: Array(first), dialect: .openAPI)
    guard let root = file.root(diagnostics), case .mapping(let entries) = root.content, !entries.isEmpty else {
        return nil
    }
    var document = MutatedDocument(root, seed: UInt64(seed))
    for _ in 0...(seed / 2 % 3) { document.mutate() }
    return [UInt8(ascii: "J")] + Array(document.text.utf8) + (files.count > 1 ? [marker] + Array(files[1]) : [])
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int
