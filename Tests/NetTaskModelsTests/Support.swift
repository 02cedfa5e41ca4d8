import NetTaskRuntime
import Observation

/// A task of a made-up protocol.
struct Say: NetTask {
    typealias Failure = Never
    var word: String

    func pack() -> String { word }
    func parse(_ reply: String) -> String { reply }
}

struct Trouble: Error {}

/// Waits until a condition on a model holds.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}
