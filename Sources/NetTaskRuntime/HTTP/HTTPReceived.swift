import Foundation
package import HTTPTypes

/// A complete response, with its body in memory or in a file.
struct HTTPReceived: Sendable {
    var response: HTTPResponse
    var body: Data
    var file: File?
}

extension FileSink {
    /// Waits until all is written, and gives the file the name and the type that the response says.
    func close(for response: HTTPResponse) async throws -> File {
        let fields = response.headerFields
        return try await close(
            name: fields[.contentDisposition].flatMap(ContentDisposition.fileName),
            contentType: fields[.contentType] ?? "application/octet-stream"
        )
    }
}

extension HTTPResponse.Status {
    /// - Throws: ``TransportError`` of the kind `malformedReply` if it is not a number of three digits.
    package init(received code: Int) throws(TransportError) {
        guard (100...999).contains(code) else {
            throw TransportError(.malformedReply, reason: "the reply has the status \(code), which is none of HTTP")
        }
        self.init(code: code)
    }
}
