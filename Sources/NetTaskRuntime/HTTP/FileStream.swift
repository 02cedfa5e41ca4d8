public import Foundation

/// Bytes that are made while they are sent. They can be sent once.
///
///     let stream = FileStream(length: size) { try await camera.nextPiece() }
public final class FileStream: Sendable {
    /// How many bytes there will be; nil if that is not known before the end. It is sent as the length of the body, so
    /// that a stream of another length fails the attempt.
    public let length: Int64?
    private let next: @Sendable () async throws -> Data?
    private let isTaken = Locked(false)

    /// - Parameters:
    ///   - length: how many bytes there will be, if that is known.
    ///   - next: the next piece, of any size, or nil at the end. Called on the concurrency pool, by one at a time, and
    ///     not after it has thrown or returned nil.
    public init(length: Int64? = nil, next: @escaping @Sendable () async throws -> Data?) {
        self.length = length
        self.next = next
    }

    /// Makes a stream of a sequence.
    public convenience init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int64? = nil)
    where Pieces.Element == Data {
        let iterator = PieceIterator(pieces)
        self.init(length: length) { try await iterator.next() }
    }

    /// Whether it can still be sent.
    public var isFresh: Bool { isTaken.withLock { !$0 } }

    /// The reading end, for the first who asks.
    func take() -> (@Sendable () async throws -> Data?)? {
        isTaken.withLock { isTaken in
            if isTaken { return nil }
            isTaken = true
            return next
        }
    }
}

extension FileStream: Hashable {
    // Each is itself and no other.

    public static func == (stream: FileStream, other: FileStream) -> Bool { stream === other }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Unchecked, because `next` is called by one at a time.
private final class PieceIterator<Pieces: AsyncSequence & Sendable>: @unchecked Sendable where Pieces.Element == Data {
    private var iterator: Pieces.AsyncIterator

    init(_ pieces: Pieces) {
        iterator = pieces.makeAsyncIterator()
    }

    func next() async throws -> Data? {
        try await iterator.next()
    }
}
