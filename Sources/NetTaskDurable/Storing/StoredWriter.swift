import Foundation
public import NetTaskPacking

/// Encodes the stored form of a task as JSON directly into a byte buffer.
///
/// Storing never throws. The first error is kept, and thrown after everything is written.
public struct StoredWriter: ~Copyable {
    /// The largest total size of a task's files in bytes: 32 MB. They are kept in memory while the task runs.
    static var fileLimit: Int { 32 << 20 }

    var json = JSONBuffer()
    /// The number of bytes of stored files.
    var fileLength = 0
    private let stack = StackSpace()
    /// The number of open arrays and objects.
    private var depth = 0
    private var failure: (any Error)?

    /// Stores a member of an object. The name is given as in JSON: quotes, backslashes and control characters are escaped.
    public mutating func store<Value: StoredValue>(_ name: StaticString, _ value: Value) {
        beginMember(name)
        Value.store(value, into: &self)
    }

    /// Stores a member of an object, and leaves an absent one out.
    public mutating func store<Value: StoredValue>(_ name: StaticString, _ value: Nullable<Value>) {
        if case .absent = value { return }
        beginMember(name)
        Nullable.store(value, into: &self)
    }

    /// Records that something cannot be stored. Only the first error counts: the task is not enqueued, and the caller gets the
    /// error.
    public mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// - Throws: ``StoringError``, or the error that was passed to ``fail(_:)``.
    static func data<Value: StoredValue>(of value: Value) throws -> Data {
        var writer = StoredWriter()
        Value.store(value, into: &writer)
        if let failure = writer.failure { throw failure }
        return writer.json.takeData()
    }
}

// MARK: - Arrays and objects

extension StoredWriter {
    mutating func store(object: some StoredObject) {
        guard open(UInt8(ascii: "{")) else { return }
        object.store(into: &self)
        close(UInt8(ascii: "}"))
    }

    /// - Returns: false if nothing more can be written because the nesting is too deep.
    mutating func open(_ bracket: UInt8) -> Bool {
        if failure != nil { return false }
        guard depth < StackSpace.maxDepth, !stack.isLow else {
            fail(StoringError.tooDeep(limit: depth))
            return false
        }
        depth += 1
        json.append(bracket)
        return true
    }

    mutating func close(_ bracket: UInt8) {
        depth -= 1
        json.append(bracket)
    }

    mutating func beginMember(_ name: StaticString) {
        beginElement()
        json.append(UInt8(ascii: "\""))
        json.append(name)
        json.append("\":")
    }

    /// Stores the key of a dictionary. Its value follows.
    mutating func beginMember(key: String) {
        beginElement()
        store(text: key)
        json.append(UInt8(ascii: ":"))
    }

    /// A comma follows every value. No value ends in an opening bracket.
    mutating func beginElement() {
        if json.last != UInt8(ascii: "{"), json.last != UInt8(ascii: "[") { json.append(UInt8(ascii: ",")) }
    }
}

// MARK: - Scalars

extension StoredWriter {
    mutating func storeNull() {
        json.append("null")
    }

    mutating func store(text: String) {
        var text = text
        text.withUTF8 { json.appendJSONString($0) }
    }

    /// Stores JSON as it is, such as a number with its digits.
    mutating func store(json text: String) {
        var text = text
        text.withUTF8 { json.append($0) }
    }

    /// Stores the shortest decimal that is read as the same value, or a word for a number that JSON does not have.
    mutating func store<Number: BinaryFloatingPoint & TextOutputStreamable>(number: Number) {
        guard number.isFinite else {
            let infinity = number < 0 ? FloatWords.negativeInfinity : FloatWords.infinity
            return store(text: number.isNaN ? FloatWords.nan : infinity)
        }
        json.append(number: number)
    }
}
