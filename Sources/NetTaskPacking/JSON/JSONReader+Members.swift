// An object is read member by member, in the order in which a shape reads its fields. If the text has the same order, each name
// is at the current position. Otherwise the members before it are checked, skipped and recorded.

/// The object whose members are read.
@usableFromInline
package struct OpenObject: Sendable {
    /// The offset at which the object starts.
    package var start = 0
    /// The index of its first member in `passed`.
    var firstPassed = 0
    /// The offset at which the outer object continues, if that is not behind this object.
    var resume = 0
    /// The format of its dates.
    @usableFromInline package var format = ValueFormat.iso8601
    /// Whether ``JSONReader/enter(_:)`` entered the object.
    var isEntered = false
    /// Whether the object is missing.
    package var isAbsent = false

    @usableFromInline init() {}
}

/// A member that was skipped while another one was searched for.
struct PassedMember {
    /// The range of the name between the quotes.
    var name: Range<Int>
    var hasEscapes: Bool
    var value: Range<Int>
    /// Whether the member was read later.
    var isRead = false
}

// MARK: - Used by shapes

extension JSONReader {
    /// Reads a member. An optional is `nil` if the member is missing or `null`.
    ///
    /// Each member can be read once. To read it again, call ``rewind()`` first.
    ///
    /// - Parameter name: the name as in JSON, with quotes, backslashes and control characters escaped.
    /// - Throws: ``ParseError`` if the member is missing or invalid.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ name: StaticString) throws -> Value {
        let resume = try find(name)
        if resume == Self.notFound { return try absent(name) }
        let value = try Value.read(from: &self)
        if resume != Self.isNext { position = resume }
        return value
    }

    /// Reads a member with dates in a format.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ name: StaticString, format: ValueFormat) throws -> Value {
        try member(name, format: format) { reader in try Value.read(from: &reader) }
    }

    /// Reads a member. If it is missing or `null`, returns `value`.
    @inlinable
    public mutating func read<Value: JSONReadable>(
        _ name: StaticString,
        format: ValueFormat = .iso8601,
        default value: Value
    ) throws -> Value {
        let found: Value? = try read(name, format: format)
        return found ?? value
    }

    /// Reads a member that is secret, including its contents. An error states the reason without quoting the value.
    ///
    /// - Throws: ``ParseError`` like ``read(_:)``. Its path does not contain the keys of a secret dictionary.
    @inlinable
    public mutating func read<Value: JSONReadable>(
        secret name: StaticString,
        format: ValueFormat = .iso8601
    ) throws -> Value {
        try member(name, format: format) { reader in try reader.readSecret { try Value.read(from: &$0) } }
    }

    /// Reads a member that must exist but may be `null`. Returns `nil` for `null`.
    ///
    /// - Parameters:
    ///   - name: the name of the member.
    ///   - format: the format of dates, and of numbers and bytes in an unusual form. Default: ``ValueFormat/iso8601``.
    ///   - isSecret: whether errors must not quote the value. Default: `false`.
    /// - Throws: ``ParseError`` if the member is missing or invalid.
    public mutating func read<Value: JSONReadable>(
        nullable name: StaticString,
        format: ValueFormat = .iso8601,
        isSecret: Bool = false
    ) throws -> Value? {
        let value: Nullable<Value> =
            isSecret ? try read(secret: name, format: format) : try read(name, format: format)
        if case .absent = value { throw missing(name) }
        return value.value
    }

    /// Reads a value whose members are members of the current object, even if some of them were read before.
    ///
    /// - Throws: ``ParseError`` if the object is not such a value.
    @inlinable
    public mutating func readInline<Value: JSONReadable>() throws -> Value {
        beginInline()
        let value = try Value.read(from: &self)
        endInline()
        return value
    }

    /// Reads the members of the current object, except those with these names. If a name occurs several times, the first member
    /// applies.
    ///
    /// - Parameters:
    ///   - names: the names of the members to skip.
    ///   - format: the format of dates, and of numbers and bytes in an unusual form. Default: ``ValueFormat/iso8601``.
    ///   - isSecret: whether errors must quote neither names nor values. Default: `false`.
    public mutating func readOthers<Value: JSONReadable>(
        besides names: [String],
        format: ValueFormat = .iso8601,
        isSecret: Bool = false
    ) throws -> [String: Value] {
        if isSecret { return try readSecret { try $0.readOthers(besides: names, format: format) } }
        beginInline()
        object.format = format
        let others: [String: Value] = try members(besides: names)
        unreadCount += others.count
        object.format = .iso8601
        endInline()
        return others
    }

    /// Enters a member that is an object. Until ``leave()``, its members are read.
    ///
    ///     try object.enter("main")
    ///     temperature = try object.read("temp")
    ///     try object.leave()
    ///
    /// If the member is missing or `null`, its members are missing too.
    ///
    /// - Throws: ``ParseError`` if the member is not an object.
    public mutating func enter(_ name: StaticString) throws { try enter(name.bytes) }

    package mutating func enter(_ name: UnsafeBufferPointer<UInt8>) throws {
        let outer = object
        if !outer.isAbsent {
            let resume = try find(name)
            let isNothing = try resume == Self.notFound || null()
            if !isNothing {
                _ = try beginObject()
                object.resume = resume
            } else {
                if resume > 0 { position = resume }
                object.isAbsent = true
                absentName = JSONText.unescaped(name)
            }
        }
        object.isEntered = true
        left.append(outer)
    }

    /// Leaves the member that was entered last. Has no effect if there is none.
    public mutating func leave() throws {
        guard object.isEntered, let outer = left.popLast() else { return }
        if object.isAbsent {
            object = outer
            return
        }
        let resume = object.resume
        try endObject(outer)
        if resume != Self.isNext { position = resume }
    }

    /// Returns to the start of the object, for a shape that reads a member in two ways.
    public mutating func rewind() {
        if object.isAbsent { return }
        forgetPassed()
        position = object.start + 1
        skipSpace()
        isAtFirstMember = true
    }
}

// MARK: - Objects

extension JSONReader {
    @usableFromInline
    package mutating func beginObject() throws -> OpenObject {
        let outer = object
        let start = position
        try beginDictionary()
        object = OpenObject()
        object.start = start
        object.firstPassed = passed.count
        return outer
    }

    /// Skips the remaining members.
    @usableFromInline
    package mutating func endObject(_ outer: OpenObject) throws {
        while try hasMember() {
            try skipString()
            try colon()
            try skip()
            unreadCount += 1
        }
        if passed.count > object.firstPassed {
            for index in object.firstPassed..<passed.count where !passed[index].isRead { unreadCount += 1 }
        }
        ascend()
        forgetPassed()
        object = outer
        isAtFirstMember = false
    }

    private mutating func forgetPassed() {
        if passed.count > object.firstPassed { passed.removeSubrange(object.firstPassed...) }
    }

    /// Returns to the opening bracket of the object.
    @usableFromInline
    package mutating func beginInline() {
        if object.isAbsent { return }
        forgetPassed()
        position = object.start
        depth -= 1
    }

    /// Returns to the position before the closing bracket of the object.
    @usableFromInline
    package mutating func endInline() {
        if object.isAbsent { return }
        position -= 1
        depth += 1
        isAtFirstMember = false
    }
}

// MARK: - Members

extension JSONReader {
    /// The member is missing.
    @usableFromInline package static var notFound: Int { -1 }
    /// The member is the next one.
    @usableFromInline package static var isNext: Int { 0 }

    /// Moves to the value of a member.
    ///
    /// - Returns: ``notFound``, ``isNext``, or the position at which to continue after the value was read.
    @usableFromInline
    package mutating func find(_ name: StaticString) throws -> Int { try find(name.bytes) }

    @inline(__always)
    package mutating func find(_ name: UnsafeBufferPointer<UInt8>) throws -> Int {
        if object.isAbsent { return Self.notFound }
        if passed.count > object.firstPassed, let index = passedMember(name) {
            let resume = position
            passed[index].isRead = true
            position = passed[index].value.lowerBound
            return resume
        }
        if !isAtFirstMember, position + 1 < count,
            bytes[position] == UInt8(ascii: ","), bytes[position + 1] == UInt8(ascii: "\"")
        {
            // The form that most senders write. `hasMember()` would have the same result.
            position += 1
        } else if try !hasMember() {
            return Self.notFound
        }
        let nameEnd = position + 1 + name.count
        if nameEnd < count, bytes[nameEnd] == UInt8(ascii: "\""), isText(at: position + 1, name) {
            position = nameEnd + 1
            try colon()
            return Self.isNext
        }
        return try findFurther(name)
    }

    private mutating func findFurther(_ name: UnsafeBufferPointer<UInt8>) throws -> Int {
        repeat {
            let start = position
            let hasEscapes = try skipString()
            let range = start + 1..<position - 1
            try colon()
            if isName(range, hasEscapes, name) { return Self.isNext }
            let value = position
            try skip()
            passed.append(PassedMember(name: range, hasEscapes: hasEscapes, value: value..<position))
        } while try hasMember()
        return Self.notFound
    }

    // `mutating`, because the compiler copied the whole reader for a call of a method that is not.
    private mutating func passedMember(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = passed.count
        var index = object.firstPassed
        while index < count {
            let member = passed[index]
            if isName(member.name, member.hasEscapes, name) { return index }
            index += 1
        }
        return nil
    }

    @inline(__always)
    private mutating func isName(
        _ range: Range<Int>,
        _ hasEscapes: Bool,
        _ name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if range.count == name.count, isText(at: range.lowerBound, name) { return true }
        return hasEscapes && isEscaped(range, name)
    }

    /// Whether a text that was checked, and contains escapes, represents `name`. The comparison ends at the first difference,
    /// because a server can send many such names.
    private mutating func isEscaped(_ range: Range<Int>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if name.contains(UInt8(ascii: "\\")) {
            return JSONText.unescaped(text(range)).utf8.elementsEqual(JSONText.unescaped(name).utf8)
        }
        let resume = position
        defer { position = resume }
        position = range.lowerBound
        var rest = name[...]
        while position < range.upperBound {
            scratch.removeAll()
            if bytes[position] == UInt8(ascii: "\\"), let scalar = try? escape() {
                scratch.append(scalar: scalar, followedBy: bytes, 0, readable: 0)
            } else {
                scratch.append(bytes[position])
                position += 1
            }
            guard rest.starts(with: scratch.bytes) else { return false }
            rest = rest.dropFirst(scratch.count)
        }
        return rest.isEmpty
    }

    /// Moves to the name of the next member.
    ///
    /// - Returns: `false` if there is none. The position is then before the closing bracket.
    package mutating func hasMember() throws -> Bool {
        skipSpace()
        if isAtFirstMember {
            isAtFirstMember = false
            if next == UInt8(ascii: "}") { return false }
        } else if next == UInt8(ascii: ",") {
            position += 1
            skipSpace()
        } else if next == UInt8(ascii: "}") {
            return false
        } else {
            throw syntaxError("expected \",\" or \"}\", found ", found)
        }
        guard next == UInt8(ascii: "\"") else {
            throw syntaxError("expected a name in quotes, found ", found)
        }
        return true
    }

    @inline(__always)
    mutating func colon() throws {
        if next != UInt8(ascii: ":") {
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw syntaxError("expected \":\", found ", found) }
        }
        position += 1
        skipSpace()
    }

    @inlinable
    mutating func absent<Value: JSONReadable>(_ name: StaticString) throws -> Value {
        guard let value = Value.valueIfAbsent else { throw missing(name) }
        return value
    }

    @usableFromInline
    package mutating func missing(_ name: StaticString) -> ParseError {
        error("it is missing", at: object.start, path: object.isAbsent ? absentName : JSONText.unescaped(name.bytes))
    }

    /// Reads a member in a format with a closure, like ``read(_:format:)``.
    @inlinable
    mutating func member<Value: JSONReadable>(
        _ name: StaticString,
        format: ValueFormat,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        let resume = try find(name)
        if resume == Self.notFound { return try absent(name) }
        object.format = format
        let value = try read(&self)
        object.format = .iso8601
        if resume != Self.isNext { position = resume }
        return value
    }
}
