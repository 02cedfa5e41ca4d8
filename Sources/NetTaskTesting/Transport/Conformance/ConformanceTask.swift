import Foundation
import NetTaskHTTP

/// A message as a task.
struct ConformanceTask: HTTPNetTask {
    typealias Response = Data
    var message: HTTPMessage

    var uri: String { message.uri }

    func pack() -> HTTPMessage { message }
}
