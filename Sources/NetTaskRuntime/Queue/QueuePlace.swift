/// Where a task is found in its queue, at no cost however many there are. The id tells whether it still is.
struct QueuePlace: Sendable, Hashable {
    let slot: Int
    let id: NetTaskID
}
