public import Foundation
@testable public import NetTaskRuntime

/// Reads a whole text as a reply is read.
public func readJSON<Value: JSONReadable>(
    _ text: Data,
    path: [StaticString] = [],
    format: DateFormat = .iso8601
) throws -> Value {
    try JSONReader.read(text, path: path, format: format)
}
