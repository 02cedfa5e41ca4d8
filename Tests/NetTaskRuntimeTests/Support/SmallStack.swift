import Foundation

/// Runs `body` on a thread with a stack of that size; by default the little that threads of the pool have on Apple's
/// systems.
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
