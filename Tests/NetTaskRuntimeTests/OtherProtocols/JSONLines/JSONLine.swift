/// One line of a small protocol over TCP that is not HTTP: JSON both ways, on one connection, matched by `id`.
///
///     → {"id":1,"call":"sum","numbers":[1,2]}
///     → {"id":2,"call":"shout","text":"hey"}
///     ← {"id":2,"text":"HEY"}
///     ← {"id":1,"number":3}
struct JSONLine: Sendable, Equatable, Codable {
    /// Set by the handler, because only the handler knows the other calls.
    var id: Int?
    var call: String?
    var text: String?
    var numbers: [Int]?
    var number: Int?
    var error: LineError?
}

/// The server's reason for rejecting a call.
struct LineError: Error, Equatable, Codable {
    var code: Int
    var message: String
}
