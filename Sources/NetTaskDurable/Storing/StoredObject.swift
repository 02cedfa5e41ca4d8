public import Foundation
public import NetTaskPacking

/// A type that is stored as an object, member by member, such as generated durable tasks and their shapes:
///
///     public func store(into object: inout StoredWriter) {
///         object.store("id", id)
///         object.store("note", note)
///     }
///
///     public init(restoring object: inout JSONReader) throws {
///         self.id = try object.restore("id")
///         self.note = try object.restore("note")
///     }
///
/// If a later version adds or renames a member, it must still be able to read the objects of earlier versions.
public protocol StoredObject: StoredValue {
    /// Stores all members. Called once on the thread of the caller, when a task is enqueued.
    func store(into object: inout StoredWriter)
    /// Reads the form that ``store(into:)`` writes.
    ///
    /// - Throws: `ParseError` with the member that is missing or wrong.
    init(restoring object: inout JSONReader) throws
}

extension StoredObject {
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        writer.store(object: value)
    }

    public static func restore(from reader: inout JSONReader) throws -> Self {
        try reader.restoreObject()
    }

    public static var canBeNull: Bool { false }
}

// For a type that is also `Codable`, Swift has to know which of the two implementations applies.
extension StoredObject where Self: Codable {
    public static func store(_ value: Self, into writer: inout StoredWriter) {
        writer.store(object: value)
    }

    public static func restore(from reader: inout JSONReader) throws -> Self {
        try reader.restoreObject()
    }

    public static var canBeNull: Bool { false }
}

extension JSONReader {
    mutating func restoreObject<Value: StoredObject>() throws -> Value {
        let outer = try beginObject()
        let value = try Value(restoring: &self)
        try endObject(outer)
        return value
    }

    fileprivate static func restoreTask<Task: StoredObject>(_ bytes: Data) throws -> Task {
        do {
            return try bytes.withUnsafeBytes { try with($0) { try $0.restoreObject() } }
        } catch var error as ParseError {
            error.subject = "The stored task"
            throw error
        }
    }
}

// MARK: - Tasks

extension DurableNetTask where Self: StoredObject {
    /// Encodes the task as JSON.
    ///
    /// - Throws: ``StoringError``, or an error of your own type in the task.
    public func stored() throws -> Data {
        try StoredWriter.data(of: self)
    }

    /// Decodes the task from JSON.
    ///
    /// - Throws: `ParseError` with the member that is missing or wrong.
    public init(stored bytes: Data) throws {
        self = try JSONReader.restoreTask(bytes)
    }
}

extension DurableNetTask where Self: StoredObject & Codable {
    /// Encodes the task as JSON.
    public func stored() throws -> Data {
        try StoredWriter.data(of: self)
    }

    /// Decodes the task from JSON.
    public init(stored bytes: Data) throws {
        self = try JSONReader.restoreTask(bytes)
    }
}
