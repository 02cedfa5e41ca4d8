import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP

/// The result of packing a request with params that `add` adds.
func pack(
    _ method: HTTPRequest.Method = .post,
    _ encoding: HTTPRequestEncoding = .form,
    _ add: (inout ParameterPacker) -> Void
) throws -> HTTPMessage {
    try ParameterPacker.message(task: "Test", HTTPEndpoint(nil, method, encoding: encoding), uri: "http://h", add)
}

func packQuery(_ add: (inout ParameterPacker) -> Void) throws -> String {
    try pack(.get, .form, add).query
}

func packForm(_ add: (inout ParameterPacker) -> Void) throws -> String? {
    try pack(.post, .form, add).bodyText
}

func packJSON(_ add: (inout ParameterPacker) -> Void) throws -> String? {
    try pack(.post, .json, add).bodyText
}

/// The error of packing.
func packError(
    _ method: HTTPRequest.Method = .post,
    _ encoding: HTTPRequestEncoding = .form,
    _ add: (inout ParameterPacker) -> Void
) -> PackError? {
    do {
        _ = try pack(method, encoding, add)
        return nil
    } catch {
        return error as? PackError
    }
}

extension HTTPMessage {
    var parts: [MultipartPart] { body?.parts ?? [] }
}

/// The body of a form whose parts are all in memory.
func multipartBody(_ parts: [MultipartPart], boundary: String) throws -> Data {
    try #require(MultipartForm.body(of: parts, boundary: boundary).data)
}
