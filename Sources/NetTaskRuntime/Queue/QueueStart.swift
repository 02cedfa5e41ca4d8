/// An attempt that is to be made.
struct QueueStart: Sendable {
    let job: QueueJob
    let attempt: Int
}
