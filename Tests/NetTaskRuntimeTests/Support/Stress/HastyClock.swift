/// A clock that advances immediately to the time until which a caller sleeps.
final class HastyClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let moment = Box(Instant())
    private let token: LiveCount.Token

    init(_ live: LiveCount) {
        token = LiveCount.Token(live)
    }

    var now: Instant { moment.value }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await Task.yield()
        try Task.checkCancellation()
        moment.update { $0 = max($0, deadline) }
    }
}
