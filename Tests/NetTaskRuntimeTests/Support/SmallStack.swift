import Foundation

/// Runs `body` on a thread with a stack of this size. Default: the small stack of the pool's threads on Apple systems.
func onStack<Result: Sendable>(
    kilobytes: Int = 512,
    _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = kilobytes << 10
        thread.start()
    }
}
