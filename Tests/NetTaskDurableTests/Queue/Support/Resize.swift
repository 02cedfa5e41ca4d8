import NetTaskDurable
import NetTaskRuntime

/// A task that is executed by a closure.
struct Resize: ExecutedTask, Codable, Equatable {
    static let storedForm = StoredForm(kind: "Resize")

    var path: String
}

/// Another such task.
struct Upload: ExecutedTask, Codable, Equatable {
    static let storedForm = StoredForm(kind: "Upload")
    static var settings: NetTaskSettings { NetTaskSettings(timeout: .seconds(20)) }

    var path: String
}

struct TestError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String = "it went wrong") {
        self.description = description
    }
}
