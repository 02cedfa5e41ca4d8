import Foundation
import HTTPTypes
import NetTaskGenerator
import NetTaskHTTP
import NetTaskMocks
import NetTaskSpec
import Testing

/// A mock of the API of a spec.
func mock(_ yaml: String, _ options: MockOptions = MockOptions()) throws -> MockAPI {
    MockAPI(try description(yaml), options: options)
}

/// The description of a spec, which must be valid.
func description(_ yaml: String, path: String = "shop.nettask.yaml") throws -> MockDescription {
    let result = SpecReader.read(sources: [SpecReader.Source(path: path, text: yaml)])
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map(\.description))")
    let spec = try #require(result.specs.first)
    return try MockDescription(json: MockDescriptionText(spec).json)
}

extension MockAPI {
    func get(_ target: String, headers: HTTPFields = [:]) -> MockAnswer {
        answer(MockRequest("GET", target, headers: headers))
    }

    /// Sends JSON.
    func send(_ method: String, _ target: String, _ body: JSONValue, headers: HTTPFields = [:]) -> MockAnswer {
        var headers = headers
        headers[.contentType] = "application/json"
        return answer(MockRequest(method, target, headers: headers, body: Data(body.description.utf8)))
    }
}

extension MockAnswer {
    /// The body as text.
    var text: String {
        switch body {
        case .whole(let data): String(decoding: data, as: UTF8.self)
        case .parts(let parts, _): parts.map { String(decoding: $0, as: UTF8.self) }.joined()
        }
    }

    /// The body as JSON.
    var json: JSONValue { get throws { try JSONValue(json: Data(text.utf8)) } }
}
