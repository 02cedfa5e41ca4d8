package import Foundation

/// Takes the body of an accepted reply piece by piece, such as a stream or a file. Its methods are called one after the other, on
/// the threads of the transport.
package protocol HTTPReplyReceiver: AnyObject, Sendable {
    /// Whether a reader decides how long the body takes. Then the time-out of the attempt ends with the head, and no other counts
    /// while ``isFull``. Default: `true`.
    var isPacedByReader: Bool { get }
    /// How long nothing may come; nil for what the time-outs of the call say. Default: `nil`.
    var idle: Duration? { get }
    /// The largest body that it takes, in bytes; nil for no limit. Default: `nil`.
    var maxSize: Int64? { get }
    /// Whether so much waits to be read or written that no more should come until ``whenReady(_:)``.
    var isFull: Bool { get }

    /// The head of an accepted reply is there, without its body. Called at most once for each attempt.
    ///
    /// - Parameter limit: how many bytes of the body it may keep until they make sense.
    /// - Throws: if it wants nothing of it, which ends the attempt.
    func begin(_ head: HTTPReply, limit: Int) throws
    /// A piece of the body is there.
    ///
    /// - Returns: whether more is wanted; if not, the attempt ends well, and the transfer with it.
    /// - Throws: if it cannot be read, which ends the attempt.
    func receive(_ data: Data) throws -> Bool
    /// The end of the body is there.
    ///
    /// - Returns: the file that the body went to, if it went to one.
    /// - Throws: if something is missing.
    func finish() async throws -> HTTPFile?
    /// The attempt has failed. Default: does nothing.
    func discard() async
    /// Calls the closure once there is room for more, perhaps at once; on any thread.
    func whenReady(_ resume: @escaping @Sendable () -> Void)
}

extension HTTPReplyReceiver {
    package var isPacedByReader: Bool { true }
    package var idle: Duration? { nil }
    package var maxSize: Int64? { nil }

    package func discard() async {}
}
