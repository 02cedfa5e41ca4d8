/// Where a task's idempotency key goes: a text that is the same in all attempts of one task and in no other task, so that
/// a server can tell a repetition from a second request, and act once.
///
/// The queue makes the key when the task is added, a random UUID in lower case, unless the call gives one
/// (``NetTaskOption/idempotencyKey(_:)``). It is in ``NetTaskContext/idempotencyKey``, from where the handler sends it.
public struct NetTaskIdempotencyKey: Sendable, Hashable {
    /// The name of the header. One that no header can have ends the task with a ``TransportError``.
    public var header: String
    /// Whether the key is sent as a string of structured fields (RFC 9651, section 3.3.3), in double quotes, as the IETF's
    /// draft on `Idempotency-Key` has it. By default it is sent as it is, as most servers want it.
    public var isQuoted: Bool

    /// Names the header; most servers call it `Idempotency-Key`.
    public init(header: String, isQuoted: Bool = false) {
        self.header = header
        self.isQuoted = isQuoted
    }

    /// The value of the header for that key.
    public func value(of key: String) -> String {
        isQuoted ? "\"\(key)\"" : key
    }

    /// Why a text cannot be a key, or nil. What it may hold can be sent as it is and in quotes alike.
    package static func refusal(of key: String) -> String? {
        let isAllowed = { (byte: UInt8) in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        guard !key.isEmpty, key.first != " ", key.last != " ", key.utf8.allSatisfy(isAllowed) else {
            return "an idempotency key is of printable ASCII without quotes and backslashes, and no space at its ends"
        }
        return nil
    }
}
