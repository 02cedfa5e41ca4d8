public import Foundation

/// What stands between the stored form of a task and the disk, such as encryption. A spec names it
/// (`durable: {codec: Vault}`), and the durable queue is given it under that name.
public protocol DurableCodec: Sendable {
    /// Makes what is kept on disk. Called on the thread that enqueues.
    ///
    /// - Throws: whatever keeps it from doing so; the task is not enqueued then.
    func seal(_ bytes: Data) throws -> Data
    /// Makes of what is on disk what it was before ``seal(_:)``. Called on a thread of the concurrency pool.
    ///
    /// - Throws: if it cannot, such as for lack of the key. The task is kept then, and reported.
    func open(_ sealed: Data) throws -> Data
}
