/// Lets the bytes of a reply go, when a test says so.
///
///     let pace = HTTPPace()
///     let server = try HTTPLoopbackServer { _ in .paced(.status(200, "0123456789"), pace) }
///     …
///     pace.release(1)
///
/// For one reply; several share the bytes that are let go. All of it may be used from any thread.
public final class HTTPPace: Sendable {
    private let released = Watched(0)

    /// Makes a pace that holds every byte.
    public init() {}

    /// Lets that many bytes go.
    public func release(_ count: Int) {
        released.update { $0 += min(count, .max - $0) }
    }

    /// Lets all bytes go.
    public func releaseAll() {
        released.update { $0 = .max }
    }

    /// Waits until one more byte may go.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    func next() async throws {
        try await released.wait { (released: inout Int) -> Void? in
            guard released > 0 else { return nil }
            if released != .max {
                released -= 1
            }
            return ()
        }
    }
}
