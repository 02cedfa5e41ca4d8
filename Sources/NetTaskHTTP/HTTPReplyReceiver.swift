package import Foundation

/// Takes the body of an accepted reply piece by piece, as a stream does. Its methods are called one after the other, on the
/// threads of the transport.
package protocol HTTPReplyReceiver: AnyObject, Sendable {
    /// How long nothing may come; nil for what the time-outs of the call say.
    var idle: Duration? { get }
    /// Whether so much waits to be read that no more should come until ``whenReady(_:)``. Time does not count while it is.
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
    /// - Throws: if something is missing.
    func finish() throws
    /// Calls the closure once there is room for more, perhaps at once; on any thread.
    func whenReady(_ resume: @escaping @Sendable () -> Void)
}
