import NetTaskRuntime

/// A task whose word determines how its attempts end, and whose ``Witness`` reports its deallocation.
struct WitnessedTask: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    var word: String
    var witness: Witness?

    static var settings: NetTaskSettings {
        NetTaskSettings(timeout: .seconds(30), deadline: .seconds(60), isIdempotent: true)
    }

    func pack() throws -> String {
        if word == "unpackable" {
            throw PackError(task: Self.name, parameter: "word", reason: "it says so")
        }
        return word
    }

    func parse(_ reply: String) throws -> String {
        if reply == "unreadable" {
            throw ParseError("it says so")
        }
        return reply
    }
}

/// A failure that contains an object of the app.
struct WitnessedError: Error {
    var witness: Witness
}

/// Makes the attempts of ``WitnessedTask``, without retaining them.
final class ForgetfulHandler: NetTaskQueueHandler {
    private let witness: Witness

    init(_ witness: Witness) {
        self.witness = witness
    }

    func send(_ request: String, context: NetTaskContext) async throws -> String {
        context.reportProgress(NetTaskProgress(.sending, completed: 1))
        switch request {
        case "fails": throw TestError.final
        case "fails at first" where context.attempt == 1: throw TestError.transient
        case "cancels": throw CancellationError()
        case "lasts": try await untilCancelled()
        default: break
        }
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        TestError.disposition(of: error, context: context)
    }
}
