import Foundation
import NetTaskHTTP

/// A task that sends a message.
struct ConformanceTask: HTTPNetTask {
    typealias Response = Data
    var message: HTTPMessage

    var uri: String { message.uri }

    func pack() -> HTTPMessage { message }
}
