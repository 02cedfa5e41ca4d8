public import Foundation
public import NetTaskPacking

/// A type that is stored as an object, member by member. Generated durable tasks are, and the shapes in them:
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
/// Whatever is added to a type later, or given another name in it, has to be able to be restored from what there was before.
public protocol StoredObject: StoredValue {
    /// Stores all that there is in it. Called once, when a task is enqueued, on the thread that enqueues it.
    func store(into object: inout StoredWriter)
    /// Reads what ``store(into:)`` wrote.
    ///
    /// - Throws: `ParseError` that names what is missing, or is not what it should be.
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

// Of a type that is `Codable` besides, Swift has to be told which of two ways is meant.
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
            error.subject = "What is stored of the task"
            throw error
        }
    }
}

// MARK: - Tasks

extension DurableNetTask where Self: StoredObject {
    /// Writes the task as JSON.
    ///
    /// - Throws: ``StoringError``, or the error of a type of your own that the task holds.
    public func stored() throws -> Data {
        try StoredWriter.data(of: self)
    }

    /// Reads the task from JSON.
    ///
    /// - Throws: `ParseError` that names what is missing, or is not what it should be.
    public init(stored bytes: Data) throws {
        self = try JSONReader.restoreTask(bytes)
    }
}

extension DurableNetTask where Self: StoredObject & Codable {
    /// Writes the task as JSON.
    public func stored() throws -> Data {
        try StoredWriter.data(of: self)
    }

    /// Reads the task from JSON.
    public init(stored bytes: Data) throws {
        self = try JSONReader.restoreTask(bytes)
    }
}
