import Foundation
@testable import NetTaskDurable
import NetTaskRuntime

/// A task that is only stored and restored, not run.
protocol TestTask: HTTPNetTask, DurableNetTask, StoredObject where Response == Void {}

extension TestTask {
    static var storedForm: StoredForm { StoredForm(kind: "Test") }
    var uri: String { "" }
}

/// A task with one value.
struct Keep<Value: StoredValue>: TestTask {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func store(into object: inout StoredWriter) {
        object.store("value", value)
    }

    init(restoring object: inout JSONReader) throws {
        value = try object.restore("value")
    }

    var restored: Value {
        get throws { try Keep(stored: stored()).value }
    }
}

struct KeepNullable: TestTask {
    var value: Nullable<Int>

    init(value: Nullable<Int>) {
        self.value = value
    }

    func store(into object: inout StoredWriter) {
        object.store("value", value)
    }

    init(restoring object: inout JSONReader) throws {
        value = try object.restore("value")
    }

    var restored: Nullable<Int> {
        get throws { try KeepNullable(stored: stored()).value }
    }
}

struct Money: Codable, Equatable, StoredValue {
    var amount: Double
    var currency: String
    var rate: Double
    var at: Date
}

enum Size: String, Codable, StoredValue {
    case small = "S"
    case large = "L"
}

/// Encodes an empty value as null.
struct OwnChoice: Codable, Equatable, StoredValue {
    var value: Int?

    init(value: Int?) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.decodeNil() ? nil : try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
