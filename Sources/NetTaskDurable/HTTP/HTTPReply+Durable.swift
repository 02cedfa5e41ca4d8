public import Foundation
import HTTPTypes
public import NetTaskHTTP

extension HTTPReply: DurableReply {
    /// The stored form of a reply, as JSON.
    private struct Kept: Codable {
        var status: Int
        var headers: [[String]]
        var body: Data
        var method: String
        var url: String
        var attempt: Int
    }

    /// The maximum size of a stored body in bytes: 64 KB.
    private static let maxKeptBody = 65_536

    private var isTooLargeToStore: Bool { file != nil || body.count > Self.maxKeptBody }

    /// Returns the reply as JSON, without the headers that have credentials.
    ///
    /// - Returns: `nil` if the body is in a file, is larger than 64 KB, or contains a secret of the request. The reply is then
    ///   not stored.
    public func stored() -> Data? {
        if isTooLargeToStore { return nil }
        let text = String(decoding: body, as: UTF8.self)
        guard redaction.text(text) == text else { return nil }
        let kept = Kept(
            status: status.code,
            headers: headers.filter { !redaction.isConfined($0) }.map { [$0.name.rawName, $0.value] },
            body: body,
            method: method.rawValue,
            url: url,
            attempt: attempt
        )
        return try? JSONEncoder().encode(kept)
    }

    /// Reads a reply from the result of ``stored()``.
    ///
    /// - Throws: `ParseError` if the bytes are not a stored reply.
    public init(stored bytes: Data) throws {
        let kept: Kept
        do {
            kept = try JSONDecoder().decode(Kept.self, from: bytes)
        } catch {
            throw ParseError("the stored reply cannot be read: \(error)", underlying: error)
        }
        guard (100...999).contains(kept.status), let method = HTTPRequest.Method(kept.method) else {
            throw ParseError(
                "the stored reply has the status \(kept.status) and the method \(kept.method.debugDescription)"
            )
        }
        var fields = HTTPFields()
        for field in kept.headers where field.count == 2 {
            if let name = HTTPField.Name(field[0]) {
                fields.append(HTTPField(name: name, value: field[1]))
            }
        }
        self.init(
            status: HTTPResponse.Status(code: kept.status),
            headers: fields,
            body: kept.body,
            method: method,
            url: kept.url,
            attempt: kept.attempt
        )
    }
}

extension HTTPReply: ConfidentialReply {
    func hidingSecrets(of task: some NetTask) throws -> HTTPReply {
        guard let request = try task.pack() as? HTTPMessage else { return self }
        var reply = self
        reply.redaction = redaction.adding(request)
        return reply
    }

    func storedStart<T: NetTask>(of task: T, isSealed: Bool) throws -> Data {
        let poll = try? poll(of: task)
        var reply = self
        // A codec that seals the bytes protects all secrets. Otherwise the secrets of the polls count too, because this reply
        // may contain them.
        reply.redaction = isSealed ? Redaction(secrets: []) : poll.map(redaction.adding) ?? redaction
        guard let bytes = reply.stored() else {
            throw StartNotKeptError(T.name, isTooLargeToStore ? .size : .secret)
        }
        // A header that is left out may be the one that says where to poll.
        guard (try? HTTPReply(stored: bytes).poll(of: task)) == poll else { throw StartNotKeptError(T.name, .secret) }
        return bytes
    }

    /// The message of the poll after this reply; `nil` for a task that does not poll.
    private func poll(of task: some NetTask) throws -> HTTPMessage? {
        func message<T: NetTaskPolling<HTTPMessage, HTTPReply>>(_ task: T) throws -> HTTPMessage {
            try T.poll(for: task, after: self).pack()
        }
        return try (task as? any NetTaskPolling<HTTPMessage, HTTPReply>).map { try message($0) }
    }
}
