import Foundation
public import NetTaskPacking

/// Takes what is stored of a task, and writes it as JSON straight into a byte buffer.
///
/// Storing never throws. What cannot be stored is remembered, the first of it, and thrown once all is written.
public struct StoredWriter: ~Copyable {
    /// How many bytes the files of a task may have in all: 32 MB. They are kept in memory while it runs.
    static var fileLimit: Int { 32 << 20 }

    var json = JSONBuffer()
    /// How many bytes of files were stored.
    var fileLength = 0
    private let stack = StackSpace()
    /// How many arrays and objects are open.
    private var depth = 0
    private var failure: (any Error)?

    /// Stores a member of an object. Its name stands as in JSON: quotes, backslashes and control characters are escaped.
    public mutating func store<Value: StoredValue>(_ name: StaticString, _ value: Value) {
        beginMember(name)
        Value.store(value, into: &self)
    }

    /// Stores a member of an object; none, where it is absent.
    public mutating func store<Value: StoredValue>(_ name: StaticString, _ value: Nullable<Value>) {
        if case .absent = value { return }
        beginMember(name)
        Nullable.store(value, into: &self)
    }

    /// Says that something cannot be stored. The first error counts: the task is not enqueued, and whoever enqueues it gets
    /// the error.
    public mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    /// - Throws: ``StoringError``, or what was told to ``fail(_:)``.
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

    /// - Returns: false if nothing more can be written, as it would be nested too deeply.
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

    /// Stores the key of a dictionary, whose value follows.
    mutating func beginMember(key: String) {
        beginElement()
        store(text: key)
        json.append(UInt8(ascii: ":"))
    }

    /// A comma is due behind every value: no value ends in an opening bracket.
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

    /// Stores what is JSON already, such as a number with its digits.
    mutating func store(json text: String) {
        var text = text
        text.withUTF8 { json.append($0) }
    }

    /// Stores the shortest decimal that reads back as the same value, or a word for what JSON has no number for.
    mutating func store<Number: BinaryFloatingPoint & TextOutputStreamable>(number: Number) {
        guard number.isFinite else {
            let infinity = number < 0 ? FloatWords.negativeInfinity : FloatWords.infinity
            return store(text: number.isNaN ? FloatWords.nan : infinity)
        }
        json.append(number: number)
    }
}
