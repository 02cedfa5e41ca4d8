/// A few ASCII characters on the stack: a number or a date on its way to where it belongs.
struct ShortText: TextOutputStream {
    private let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// Lends out room for `capacity` characters. Those beyond are dropped.
    static func with<Result>(capacity: Int, _ body: (inout ShortText) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
            var text = ShortText(room: room)
            return body(&text)
        }
    }

    private init(room: UnsafeMutableBufferPointer<UInt8>) {
        self.room = room
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: room[..<count]) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        guard count < room.count else { return }
        room[count] = byte
        count += 1
    }

    /// Writes a number of two digits.
    @inline(__always)
    mutating func append(twoDigits number: Int) {
        guard count + 2 <= room.count else { return }
        let tens = UInt8(truncatingIfNeeded: number / 10)
        room[count] = UInt8(ascii: "0") &+ tens
        room[count + 1] = UInt8(ascii: "0") &+ (UInt8(truncatingIfNeeded: number) &- tens &* 10)
        count += 2
    }

    mutating func write(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// What the standard library calls instead of ``write(_:)`` for its numbers, so that no `String` is made of them.
    mutating func _writeASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { append(byte) }
    }
}
