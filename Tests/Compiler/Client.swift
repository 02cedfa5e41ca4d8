import Foundation
import NetTaskRuntime

/// What the forms run: endpoints with one type of errors, with several, and without.
enum API {
    struct Problem: Sendable {
        var title: String
    }

    struct Missing: Sendable {
        var resource: String
    }

    enum FindFailure: Sendable {
        case missing(Missing)
        case problem(Problem)
    }

    struct Get: HTTPNetTask {
        typealias Response = String
        typealias Failure = Problem
    }

    struct Find: HTTPNetTask {
        typealias Response = String
        typealias Failure = FindFailure
    }

    struct Ping: HTTPNetTask {
        typealias Response = String
    }
}
