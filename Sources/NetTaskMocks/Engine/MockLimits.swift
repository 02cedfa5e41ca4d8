import Foundation
import HTTPTypes

/// Counts requests in windows of time.
struct MockLimits: Sendable {
    private struct Window {
        var start: Date
        var count: Int
    }

    private var windows: [String: Window] = [:]

    /// Counts a request.
    mutating func take(_ key: String, _ rate: MockRate, _ now: Date) -> Allowance {
        var window = windows[key] ?? Window(start: now, count: 0)
        if now.timeIntervalSince(window.start) >= rate.seconds || now < window.start {
            window = Window(start: now, count: 0)
        }
        let isExceeded = window.count >= rate.limit
        if !isExceeded { window.count += 1 }
        windows[key] = window
        let rest = rate.seconds - now.timeIntervalSince(window.start)
        return Allowance(
            remaining: rate.limit - window.count,
            reset: max(1, Int(rest.rounded(.up))),
            isExceeded: isExceeded
        )
    }

    struct Allowance {
        var remaining: Int
        /// The seconds until the next window.
        var reset: Int
        var isExceeded: Bool

        /// Adds the fields of draft-ietf-httpapi-ratelimit-headers-10, and `Retry-After` if the rate is exceeded.
        func add(to headers: inout HTTPFields, _ rate: MockRate) {
            let window = max(1, Int(rate.seconds.rounded(.up)))
            if let policy = HTTPField.Name("RateLimit-Policy") {
                headers[policy] = "\"default\";q=\(rate.limit);w=\(window)"
            }
            if let name = HTTPField.Name("RateLimit") { headers[name] = "\"default\";r=\(remaining);t=\(reset)" }
            if isExceeded { headers[.retryAfter] = String(reset) }
        }
    }
}
