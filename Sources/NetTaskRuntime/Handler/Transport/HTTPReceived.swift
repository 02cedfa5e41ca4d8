import Foundation
import HTTPTypes

/// A complete response, with its body in memory or in a file.
struct HTTPReceived: Sendable {
    var response: HTTPResponse
    var body: Data
    var file: File?
}

extension FileSink {
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if no file can be made there.
    static func make(at destination: URL?) throws(TransportError) -> FileSink {
        do {
            return try FileSink(destination: destination)
        } catch {
            let name = destination?.lastPathComponent ?? "a temporary file"
            throw TransportError(
                .invalidRequest,
                reason: "\"\(name)\" cannot be written to: \(error.localizedDescription)",
                underlying: error
            )
        }
    }

    /// Waits until all is written, and gives the file the name and the type that the response says.
    func close(for response: HTTPResponse) async throws -> File {
        let fields = response.headerFields
        do {
            return try await close(
                name: fields[.contentDisposition].flatMap(ContentDisposition.fileName),
                contentType: fields[.contentType] ?? "application/octet-stream"
            )
        } catch {
            throw TransportError(
                .other,
                reason: "the reply cannot be written to a file: \(error.localizedDescription)",
                underlying: error
            )
        }
    }
}
