import Foundation

/// Bytes that grow at their end, and become text or data without being copied more than once.
struct ByteBuffer: ~Copyable {
    /// What most requests need. A larger one doubles as it grows.
    private static var firstCapacity: Int { 512 }

    /// Allocated with `malloc`, so that `Data` can take it over. Owned by this value alone, which cannot be copied.
    private var start: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    private(set) var count = 0

    deinit {
        free(start)
    }

    var isEmpty: Bool { count == 0 }

    var last: UInt8? {
        guard let start, count > 0 else { return nil }
        return start[count - 1]
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func removeAll() {
        count = 0
    }

    /// Leaves the buffer empty.
    mutating func takeData() -> Data {
        guard let start, count > 0 else { return Data() }
        // What grew far beyond its need would wait with the message.
        let isSlack = capacity > 4_096 && capacity > 2 * count
        let memory = isSlack ? realloc(start, count) ?? UnsafeMutableRawPointer(start) : UnsafeMutableRawPointer(start)
        let data = Data(bytesNoCopy: memory, count: count, deallocator: .free)
        self.start = nil
        capacity = 0
        count = 0
        return data
    }

    /// Makes room.
    ///
    /// - Returns: where up to `additional` bytes can be written, to be followed by ``didWrite(_:)``.
    @inline(__always)
    mutating func room(for additional: Int) -> UnsafeMutablePointer<UInt8> {
        if let start, capacity - count >= additional { return start + count }
        return grow(by: additional)
    }

    @inline(__always)
    mutating func didWrite(_ written: Int) {
        count += written
    }

    @inline(never)
    private mutating func grow(by additional: Int) -> UnsafeMutablePointer<UInt8> {
        let needed = max(count + additional, capacity * 2, Self.firstCapacity)
        // As Swift's own arrays end: without memory nothing can go on.
        guard let memory = realloc(start, needed) else { fatalError("there is no memory for \(needed) bytes") }
        let start = memory.assumingMemoryBound(to: UInt8.self)
        self.start = start
        capacity = needed
        return start + count
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        room(for: 1)[0] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        room(for: bytes.count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
