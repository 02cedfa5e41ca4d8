import NetTaskRuntime

/// A task that sends a word, and receives it in capitals.
struct Say: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    var word: String
    /// Called by `shouldRetry`.
    var predicate: @Sendable (NetTaskError<Never>) -> Bool = { _ in true }

    init(
        _ word: String,
        predicate: @escaping @Sendable (NetTaskError<Never>) -> Bool = { _ in true }
    ) {
        self.word = word
        self.predicate = predicate
    }

    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() throws -> String {
        if word.isEmpty {
            throw PackError(task: Self.name, parameter: "word", reason: "it is empty")
        }
        return word
    }

    func parse(_ reply: String) throws -> String {
        if reply == "?" {
            throw ParseError("a question is no answer")
        }
        return reply.uppercased()
    }

    func shouldRetry(after error: NetTaskError<Never>) -> Bool {
        predicate(error)
    }
}

/// ``Say`` with a timeout of 30 seconds and a deadline of one minute.
struct SayInTime: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    var word: String

    static var settings: NetTaskSettings {
        NetTaskSettings(
            retry: RetryPolicy(maxRetryCount: 3, interval: .seconds(10)),
            timeout: .seconds(30),
            deadline: .seconds(60),
            isIdempotent: true
        )
    }

    func pack() throws -> String { word }
    func parse(_ reply: String) throws -> String { reply }
}
