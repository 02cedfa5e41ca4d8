public import Foundation

/// A reply that can be written down, so that the response of a durable task can be had after a relaunch.
public protocol DurableReply: Sendable {
    /// Writes the reply down; nil if it is not to be kept.
    func stored() -> Data?
    /// Makes the reply that was written down.
    init(stored bytes: Data) throws
}
