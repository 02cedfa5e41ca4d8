package import NetTaskSystem

/// Receives the body of an accepted reply in pieces, such as for a stream or a file. The methods are called one after the
/// other, on threads of the transport.
package protocol HTTPReplyReceiver: AnyObject, Sendable {
    /// Whether a reader determines how long the body takes. Then the timeout of the attempt ends with the head, and no timeout
    /// applies while ``isFull``. Default: `true`.
    var isPacedByReader: Bool { get }
    /// The timeout between pieces of the body, or `nil` for the timeout of the call. Default: `nil`.
    var idle: Duration? { get }
    /// The maximum size of the body in bytes, or `nil` for no limit. Default: `nil`.
    var maxSize: Int64? { get }
    /// Whether the transport should pause until ``whenReady(_:)`` calls its closure, because too many bytes wait to be read or
    /// written.
    var isFull: Bool { get }

    /// The head of an accepted reply has arrived. Called at most once for each attempt.
    ///
    /// - Parameter limit: the maximum number of bytes of the body that the receiver may buffer until it can parse them.
    /// - Throws: an error if the receiver does not accept the reply. The attempt ends.
    func begin(_ head: HTTPReply, limit: Int) throws
    /// A piece of the body has arrived.
    ///
    /// - Returns: whether the receiver needs more. If not, the transfer stops and the attempt succeeds.
    /// - Throws: an error if the piece cannot be read. The attempt ends.
    func receive(_ data: Data) throws -> Bool
    /// The body is complete.
    ///
    /// - Returns: the file with the body, if there is one.
    /// - Throws: an error if something is missing.
    func finish() async throws -> HTTPFile?
    /// The attempt has failed. Default: does nothing.
    func discard() async
    /// Calls the closure when the transport may continue, immediately if that is the case. The closure may be called on any
    /// thread.
    func whenReady(_ resume: @escaping @Sendable () -> Void)
}

extension HTTPReplyReceiver {
    package var isPacedByReader: Bool { true }
    package var idle: Duration? { nil }
    package var maxSize: Int64? { nil }

    package func discard() async {}
}
