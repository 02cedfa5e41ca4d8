// An object is read member by member, in the order in which a shape asks for them. In a text of the same order each
// name is at the current place. Otherwise the members on the way to it are checked, skipped and remembered.

/// The object whose members are being read.
@usableFromInline
package struct OpenObject: Sendable {
    /// Where it starts.
    package var start = 0
    /// Where its members begin among all that were passed.
    var firstPassed = 0
    /// Where the surrounding object goes on, if that is not behind this one.
    var resume = 0
    /// How dates in it are written.
    @usableFromInline package var format = ValueFormat.iso8601
    /// Whether it was entered by ``JSONReader/enter(_:)``.
    var isEntered = false
    /// Whether it is the end of a path that leads to nothing.
    package var isAbsent = false

    @usableFromInline init() {}
}

/// A member that was passed on the way to another one.
struct PassedMember {
    /// Between the quotes.
    var name: Range<Int>
    var hasEscapes: Bool
    var value: Range<Int>
    /// Whether it was read after all.
    var isRead = false
}

// MARK: - What shapes call

extension JSONReader {
    /// Reads a member. An optional is nil where the member is absent or `null`.
    ///
    /// A member is read once: to read it again, ``rewind()`` first.
    ///
    /// - Parameter name: as it stands in JSON: quotes, backslashes and control characters are escaped.
    /// - Throws: ``ParseError`` if the member is missing, or is not what it should be.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ name: StaticString) throws -> Value {
        let resume = try find(name)
        if resume == Self.notFound { return try absent(name) }
        let value = try Value.read(from: &self)
        if resume != Self.isNext { position = resume }
        return value
    }

    /// Reads a member that is a date, or holds dates.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ name: StaticString, format: ValueFormat) throws -> Value {
        try member(name, format: format) { reader in try Value.read(from: &reader) }
    }

    /// Reads a member; `value` stands for one that is absent or `null`.
    @inlinable
    public mutating func read<Value: JSONReadable>(
        _ name: StaticString,
        format: ValueFormat = .iso8601,
        default value: Value
    ) throws -> Value {
        let found: Value? = try read(name, format: format)
        return found ?? value
    }

    /// Reads a member that is secret, and all that is in it: an error says what is wrong with it, and quotes nothing of it.
    ///
    /// - Throws: ``ParseError``, as ``read(_:)`` does. Its path ends at a dictionary that is secret.
    @inlinable
    public mutating func read<Value: JSONReadable>(
        secret name: StaticString,
        format: ValueFormat = .iso8601
    ) throws -> Value {
        try member(name, format: format) { reader in try reader.readSecret { try Value.read(from: &$0) } }
    }

    /// Reads a member that must be there, and is nil where it is `null`.
    ///
    /// - Parameters:
    ///   - name: of the member.
    ///   - format: how dates in it are written, and numbers and bytes where that is not the usual way.
    ///   - isSecret: whether errors quote nothing of it; by default they do.
    /// - Throws: ``ParseError`` if the member is missing, or is not what it should be.
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

    /// Reads a value that is made of members of the object that is being read, whatever was read of it.
    ///
    /// - Throws: ``ParseError`` if the object is no such value.
    @inlinable
    public mutating func readInline<Value: JSONReadable>() throws -> Value {
        beginInline()
        let value = try Value.read(from: &self)
        endInline()
        return value
    }

    /// Goes into a member that is an object: what is read until ``leave()`` are its members.
    ///
    ///     try object.enter("main")
    ///     temperature = try object.read("temp")
    ///     try object.leave()
    ///
    /// Where the member is absent or `null`, so are its members.
    ///
    /// - Throws: ``ParseError`` if the member is something else.
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

    /// Goes back out of the member that was entered last; does nothing if there is none.
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

    /// Goes back to the start of the object, for a shape that reads one member in two ways.
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

    /// Skips the members that are left.
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

    /// Goes back to the bracket of the object.
    @usableFromInline
    package mutating func beginInline() {
        if object.isAbsent { return }
        forgetPassed()
        position = object.start
        depth -= 1
    }

    /// Goes back before the bracket that ends the object.
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
    /// The member is not there.
    @usableFromInline package static var notFound: Int { -1 }
    /// The member is the next one.
    @usableFromInline package static var isNext: Int { 0 }

    /// Goes to the value of a member.
    ///
    /// - Returns: ``notFound``, ``isNext``, or where to go on once the value is read.
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
            // As most senders write it; `hasMember()` would say the same.
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

    // `mutating`, since the compiler was seen to copy the whole reader to call what is not.
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

    /// Whether a text that was checked, and holds escapes, stands for `name`. A server can send many such names, so that
    /// the comparison ends where the two differ.
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

    /// Goes to the name of the next member.
    ///
    /// - Returns: false if there is none; the current place is then before the bracket.
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

    /// Reads a member in a format, as ``read(_:format:)`` does, by a function of the caller's.
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
