package import Foundation
package import HTTPTypes

/// A request to a mock.
package struct MockRequest: Sendable {
    package var method: String
    /// The path and query, percent-encoded, as in the first line of the request.
    package var target: String
    package var headers: HTTPFields
    package var body: Data

    package init(_ method: String, _ target: String, headers: HTTPFields = [:], body: Data = Data()) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}

/// The answer of a mock.
package struct MockAnswer: Sendable {
    package enum Body: Sendable {
        case whole(Data)
        /// The parts of a stream, and the time between two of them.
        case parts([Data], interval: Duration)
    }

    package var status: Int
    package var headers: HTTPFields
    package var body: Body
    /// The time before the answer.
    package var delay: Duration = .zero
    /// Cuts the connection: before the answer, or in the middle of its body.
    package var cut: Cut?
    /// The endpoint that answered; `nil` if the request matches none.
    package var endpoint: String?
    /// Why the request was refused, or which resource it changed, in a few words; empty if there is nothing to say.
    package var note = ""
    /// What the request did to a thing; `nil` if it changed none.
    package var change: MockChange?

    package enum Cut: Sendable {
        case beforeHead
        case inBody
    }

    package init(_ status: Int, headers: HTTPFields = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = .whole(body)
    }
}

/// A thing that a request created, changed or removed.
package struct MockChange: Sendable {
    /// The words that an event's name can have for it.
    package enum Kind: Sendable {
        case created
        case changed
        case removed
    }

    package var kind: Kind
    var type: MockType
    /// The thing; for a removed one, as it was.
    package var thing: JSONValue
}
