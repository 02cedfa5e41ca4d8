@testable public import NetTaskPacking

/// Reads a whole text as a reply is read. Its bytes are not copied, since `Data` would copy short ones, and what is
/// around a copy is not guarded by AddressSanitizer.
public func readJSON<Value: JSONReadable>(
    _ text: UnsafeRawBufferPointer,
    path: [StaticString] = [],
    format: ValueFormat = .iso8601
) throws -> Value {
    try JSONReader.read(text, path: path, format: format)
}
