import Foundation

/// Dates in the formats of the wire.
enum MockDates {
    /// The start of 2026 in seconds since 1970.
    static let start: Int64 = 1_767_225_600
    private static let day: Int64 = 86_400

    /// A date for a name: related dates of an object are in a plausible order.
    static func seconds(named name: MockName, objectSeed: UInt64) -> Int64 {
        var random = MockRandom(objectSeed)
        let created = start + Int64(random.below(300)) * day + Int64(random.below(86_400))
        let later = Int64(1 + random.below(20)) * 3_600
        switch name.words.first(where: order.keys.contains).flatMap({ order[$0] }) {
        case .birth: return start - Int64(20 + random.below(40)) * 365 * day - Int64(random.below(365)) * day
        case .changed: return created + later
        case .ended: return created + later + day
        case .expiry: return created + later + 30 * day
        case nil: return created
        }
    }

    private enum Order {
        case birth
        case changed
        case ended
        case expiry
    }

    private static let order: [String: Order] = [
        "birth": .birth, "birthday": .birth, "birthdate": .birth, "born": .birth, "dob": .birth,
        "updated": .changed, "modified": .changed, "changed": .changed, "pushed": .changed, "edited": .changed,
        "started": .changed, "start": .changed, "starts": .changed, "last": .changed,
        "closed": .ended, "merged": .ended, "completed": .ended, "ended": .ended, "end": .ended, "ends": .ended,
        "finished": .ended, "deleted": .ended, "shipped": .ended, "delivered": .ended, "paid": .ended,
        "expires": .expiry, "expiry": .expiry, "expiration": .expiry, "due": .expiry, "until": .expiry,
    ]

    /// - Parameter microsecond: for formats with a fraction.
    static func value(_ seconds: Int64, microsecond: Int, _ format: MockDateFormat) -> JSONValue {
        let fraction = format.hasFraction ? Double(microsecond) / 1_000_000 : 0
        let text = format.text(of: Date(timeIntervalSince1970: Double(seconds) + fraction))
        return format.isNumber ? JSONValue.Number(text: text).map { .number($0) } ?? .null : .string(text)
    }
}
