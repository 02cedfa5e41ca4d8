/// Releases the bytes of a reply when a test says so.
///
///     let pace = HTTPPace()
///     let server = try HTTPLoopbackServer { _ in .paced(.status(200, "0123456789"), pace) }
///     …
///     pace.release(1)
///
/// Use one pace for each reply; several replies would share the released bytes. All members may be used from any thread.
public final class HTTPPace: Sendable {
    private let released = Watched(0)

    /// Makes a pace that holds all bytes.
    public init() {}

    /// Releases `count` bytes.
    public func release(_ count: Int) {
        released.update { $0 += min(count, .max - $0) }
    }

    /// Releases all bytes.
    public func releaseAll() {
        released.update { $0 = .max }
    }

    /// Waits until another byte is released.
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
