import NetTaskRuntime

/// A task that is counted until it is released, like its responses and errors.
struct Chore: NetTask {
    struct Request: Sendable, Hashable {
        var number: Int
        var key: String?
        var token: LiveCount.Token

        static func == (left: Request, right: Request) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    struct Failed: Error {
        let token: LiveCount.Token
    }

    /// Chores with the same number are equal.
    let number: Int
    let key: String?
    let live: LiveCount
    let token: LiveCount.Token

    init(_ number: Int, key: String? = nil, live: LiveCount) {
        self.number = number
        self.key = key
        self.live = live
        token = LiveCount.Token(live)
    }

    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() -> Request { Request(number: number, key: key, token: LiveCount.Token(live)) }
    func parse(_ reply: LiveCount.Token) -> LiveCount.Token { reply }
}
