import NetTaskRuntime

/// A task whose queue is under stress. There are two types of them, so that one can be cancelled by its type.
protocol StressTask: NetTask where Request == StressRequest, Reply == StressReply, Response == StressResponse {
    var witness: TaskWitness { get }
}

extension StressTask {
    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    static func check(_ reply: StressReply) throws {
        if reply.worth == .unacceptable {
            throw StressError(.final, token: reply.token)
        }
    }

    func pack() throws -> StressRequest {
        if setup.number % 101 == 0 {
            throw PackError(task: Self.name, parameter: "number", reason: "it is not wanted")
        }
        return StressRequest(witness: witness, token: witness.token(.request))
    }

    func parse(_ reply: StressReply) throws -> StressResponse {
        if reply.worth == .unreadable {
            throw StressError(.final, token: reply.token)
        }
        return StressResponse(token: witness.token(.response))
    }

    var setup: TaskSetup { witness.setup }
}

struct PatientTask: StressTask {
    let witness: TaskWitness
}

/// It may end by a timeout.
struct HurriedTask: StressTask {
    let witness: TaskWitness

    static var settings: NetTaskSettings { NetTaskSettings(timeout: .milliseconds(2), deadline: .milliseconds(5)) }
}

/// Requests with the same number are equal, and therefore their tasks as well.
struct StressRequest: Sendable, Hashable {
    let witness: TaskWitness
    let token: LiveToken

    static func == (left: StressRequest, right: StressRequest) -> Bool {
        left.witness.setup.number == right.witness.setup.number
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(witness.setup.number)
    }
}

struct StressReply: Sendable {
    enum Worth: Sendable {
        case good, unacceptable, unreadable
    }

    let worth: Worth
    let token: LiveToken
}

struct StressResponse: Sendable {
    let token: LiveToken
}

struct StressError: Error {
    let disposition: RetryDisposition
    let token: LiveToken

    init(_ disposition: RetryDisposition, token: LiveToken) {
        self.disposition = disposition
        self.token = token
    }
}
