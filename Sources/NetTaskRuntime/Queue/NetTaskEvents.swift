/// What happens to one task, from the latest event on to the end.
///
/// Each sequence is a subscription of its own. One made late begins with the latest event, so the end is never missed.
public struct NetTaskEvents<T: NetTask>: AsyncSequence, Sendable {
    public typealias Element = NetTaskEvent<T>

    let stream: AsyncStream<Element>

    /// Iterates over the events. An iterator is for one consumer; ask the handle for `events` again for another.
    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
        stream.makeAsyncIterator()
    }
}
