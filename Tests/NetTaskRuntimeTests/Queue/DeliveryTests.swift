import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP

/// A task with the default delivery of its type.
private struct Deliver<Kind: DeliveryKind>: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    var word: String
    var parts: [String] = []

    static var settings: NetTaskSettings {
        var settings = Kind.settings
        settings.retry = RetryPolicy(maxRetryCount: 2, interval: .zero)
        return settings
    }

    func pack() throws -> String { word }

    static func identity(of task: Self) throws -> AnyHashable? {
        settings.identity == .params
            ? try ParameterPacker.identity(of: Compared(word: task.word, parts: task.parts)) : task.word
    }

    func parse(_ reply: String) throws -> String { reply }
}

/// Defines the params by which a task is compared.
private struct Compared: HTTPNetTask {
    typealias Response = Void
    var word: String
    var parts: [String]
    var uri: String { "" }

    func packIdentity(into packer: inout ParameterPacker) {
        packer.add("word", parts.isEmpty ? word : nil)
        packer.add("parts", parts)
    }
}

/// A task that accesses its queue while it returns its identity.
private struct Curious: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    let look: @Sendable () -> Void

    static var settings: NetTaskSettings { Unique.settings }

    func pack() throws -> String { "" }

    static func identity(of task: Self) -> AnyHashable? {
        task.look()
        return 1
    }

    func parse(_ reply: String) throws -> String { reply }
}

private protocol DeliveryKind: Sendable {
    static var settings: NetTaskSettings { get }
}

private enum Urgent: DeliveryKind {
    static let settings = NetTaskSettings(priority: .high)
}

private enum ShortLived: DeliveryKind {
    static let settings = NetTaskSettings(expires: .seconds(60))
}

private enum Keyed: DeliveryKind {
    static let settings = NetTaskSettings(limitKey: "a")
}

private enum Unique: DeliveryKind {
    static let settings = NetTaskSettings(duplicates: .rejectNew, identity: .params)
}

private enum Alone: DeliveryKind {
    static let settings = NetTaskSettings(duplicates: .coalesce)
}

private enum Once: DeliveryKind {
    static let settings = NetTaskSettings(idempotencyKey: NetTaskIdempotencyKey(header: "Key"))
}

@Suite("The delivery settings of a task", .timeLimit(.minutes(5)))
struct DeliveryTests {
    // MARK: When it runs

    @Test("Its priority is used, unless the call has another")
    func priority() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.queue.suspend()
        text.add("normal")
        text.queue.add(Deliver<Urgent>(word: "demoted"), .priority(.low))
        text.queue.add(Deliver<Urgent>(word: "high"))
        // when
        text.queue.resume()
        // then
        #expect(try await text.answer(3) == ["high", "normal", "demoted"])
    }

    @Test("It expires in its duration after it was added, unless the call has another date")
    func expiry() async throws {
        // given
        let text = TextQueue()
        text.queue.suspend()
        let short = text.queue.add(Deliver<ShortLived>(word: "a"))
        let long = text.queue.add(Deliver<ShortLived>(word: "b"), .expires(text.date(in: 120)))
        // when
        try await text.clock.advance(to: .seconds(60))
        // then
        guard case .failure(.timeout(let error)) = await short.result else {
            Issue.record("\(short.status)")
            return
        }
        #expect(error.kind == .expiry)
        #expect(long.status.phase == .waiting)
        text.queue.cancelAll()
    }

    @Test("It counts for the limit of its key, unless the call has another key")
    func limitKey() async throws {
        // given
        let text = TextQueue(limitPerKey: 1)
        let first = text.queue.add(Deliver<Keyed>(word: "1"))
        let second = text.queue.add(Deliver<Keyed>(word: "2"))
        let other = text.queue.add(Deliver<Keyed>(word: "3"), .key("b"))
        // then
        #expect([first, second, other].map(\.status.phase) == [.running, .waiting, .running])
        text.queue.cancelAll()
    }

    // MARK: What is the same

    @Test(
        "While a task with the same params is in the queue, another is rejected, unless the call or the queue differs"
    )
    func unique() throws {
        // given
        let text = TextQueue()
        let first = text.queue.add(Deliver<Unique>(word: "a"))
        // when
        let same = text.queue.add(Deliver<Unique>(word: "a"))
        let other = text.queue.add(Deliver<Unique>(word: "b"))
        // then
        #expect(same.cancellationReason == .duplicate(of: first.id))
        #expect(other.status.phase == .running)
        text.queue.cancelAll()
    }

    @Test("The policy of a call replaces the task's, and the task's replaces the queue's")
    func policies() {
        // given
        let text = TextQueue(duplicates: .cancelOld)
        let first = text.queue.add(Deliver<Unique>(word: "a"))
        // when
        let allowed = text.queue.add(Deliver<Unique>(word: "a"), .duplicates(.allow))
        let refused = text.queue.add(Deliver<Unique>(word: "a"))
        let replacing = text.queue.add(Deliver<Unique>(word: "a"), .duplicates(.cancelOld))
        // then
        #expect(allowed.status.phase == .running)
        #expect(refused.cancellationReason == .duplicate(of: first.id))
        #expect(first.cancellationReason == .replaced(by: replacing.id))
        text.queue.cancelAll()
    }

    @Test("An identity of the call replaces the params")
    func identity() {
        // given
        let text = TextQueue()
        let first = text.queue.add(Deliver<Unique>(word: "a"), .duplicates(.rejectNew, of: "x"))
        // when
        let same = text.queue.add(Deliver<Unique>(word: "b"), .duplicates(.rejectNew, of: "x"))
        let byParams = text.queue.add(Deliver<Unique>(word: "a"))
        // then
        #expect(same.cancellationReason == .duplicate(of: first.id))
        #expect(byParams.status.phase == .running)
        text.queue.cancelAll()
    }

    @Test("Params that are equal only when joined are different")
    func ambiguity() {
        // given
        let text = TextQueue()
        let lists = [["a", "bc"], ["ab", "c"], ["abc"], ["a,bc"], ["a\",\"bc"], [""], ["", ""]]
        // when
        let handles = lists.map { text.queue.add(Deliver<Unique>(word: "same", parts: $0)) }
        // then
        #expect(handles.allSatisfy { $0.status.phase == .running })
        text.queue.cancelAll()
    }

    @Test("Tasks with the same request share one run if the task declares it")
    func coalesced() async throws {
        // given
        let text = TextQueue()
        let handles = [text.queue.add(Deliver<Alone>(word: "a")), text.queue.add(Deliver<Alone>(word: "a"))]
        // when
        try await text.handler.next().succeed("x")
        // then
        for handle in handles { #expect(try await handle.value == "x") }
        #expect(text.handler.requests == ["a"])
    }

    @Test("A task may use the queue while it computes its identity")
    func curiosity() {
        // given
        let text = TextQueue()
        let counts = Box<[Int]>([])
        let task = Curious { counts.update { $0.append(text.queue.count) } }
        // when
        text.queue.add(task)
        text.queue.add(task)
        // then
        #expect(counts.value == [0, 1])
        #expect(text.queue.count == 1)
        text.queue.cancelAll()
    }

    // MARK: Idempotency keys

    private let clock = TestClock()

    private func queue(_ handler: TextHandler) -> TestQueue {
        TestQueue(handler: handler, clock: clock, random: FixedRandom(values: [0x0123_4567_89AB_CDEF, .max]))
    }

    private static func handler() -> TextHandler { TextHandler(disposition: TestError.disposition) }

    @Test("The key is generated with the queue's randomness, once for all attempts, and makes the task idempotent")
    func key() async throws {
        // given
        let handler = Self.handler()
        let queue = queue(handler)
        let handle = queue.add(Deliver<Once>(word: "a"))
        // when
        var keys: [String?] = []
        for _ in 0..<2 {
            let attempt = try await handler.next()
            keys.append(attempt.context.idempotencyKey)
            #expect(attempt.context.isIdempotent)
            #expect(attempt.context.settings.idempotencyKey == Once.settings.idempotencyKey)
            attempt.fail(TestError.transient)
        }
        let last = try await handler.next()
        keys.append(last.context.idempotencyKey)
        last.succeed("x")
        // then
        #expect(try await handle.value == "x")
        #expect(keys == Array(repeating: "01234567-89ab-4def-bfff-ffffffffffff", count: 3))
    }

    @Test("A task that names no header for a key has none")
    func noKey() async throws {
        // given
        let handler = Self.handler()
        queue(handler).add(Deliver<Urgent>(word: "a"))
        // then
        let attempt = try await handler.next()
        #expect(attempt.context.idempotencyKey == nil)
        #expect(!attempt.context.isIdempotent)
        attempt.succeed("")
    }

    @Test("A caller's key is used unchanged", arguments: ["order-17", "a b", "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"])
    func ownKey(key: String) async throws {
        // given
        let handler = Self.handler()
        queue(handler).add(Deliver<Once>(word: "a"), .idempotencyKey(key))
        // then
        let attempt = try await handler.next()
        #expect(attempt.context.idempotencyKey == key)
        attempt.succeed("")
    }

    @Test("A key for a group gives each task its own key", arguments: [true, false])
    func groupKey(isSerial: Bool) async throws {
        // given
        let handler = Self.handler()
        let tasks = ["a", "b"].map { Deliver<Once>(word: $0) }
        let group = NetTaskGroup<String, String>(isSerial ? .serial : .concurrent, tasks)
        queue(handler).add(group, .idempotencyKey("order"))
        // when
        var keys: [String: String?] = [:]
        for _ in tasks {
            let attempt = try await handler.next()
            keys[attempt.request] = attempt.context.idempotencyKey
            attempt.succeed("")
        }
        // then
        #expect(keys == ["a": "order-1", "b": "order-2"])
    }

    @Test("An invalid key is rejected for each task of a group, too")
    func refusedGroupKey() async throws {
        // given
        let handler = Self.handler()
        let group = NetTaskGroup<String, String>(.serial, [Deliver<Once>(word: "a")])

        // when
        let handle = queue(handler).add(group, .idempotencyKey(""))

        // then
        let error = await #expect(throws: (any Error).self) { try await handle.value }
        #expect(error.map { "\($0)".contains("an idempotency key consists of printable ASCII") } == true)
    }

    @Test(
        "A key that a header cannot contain ends the task before it is sent",
        arguments: ["", " a", "a ", "a\"b", "a\\b", "a\nb", "ü", "a\u{7F}", "\u{0}"]
    )
    func badKey(key: String) async {
        // given
        let handler = Self.handler()
        // when
        let result = await queue(handler).add(Deliver<Once>(word: "a"), .idempotencyKey(key)).result
        // then
        guard case .failure(.pack(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.parameter == "Key")
        #expect(error.reason.contains("printable ASCII"))
        #expect(handler.requests == [])
    }

    @Test("A key for a task without a header for it is rejected, not ignored")
    func strayKey() async {
        // given
        let handler = Self.handler()
        // when
        let result = await queue(handler).add(Deliver<Urgent>(word: "a"), .idempotencyKey("a")).result
        // then
        guard case .failure(.pack(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.reason.contains("have no header"))
        #expect(handler.requests == [])
    }
}

/// Returns these numbers first, and then others.
private struct FixedRandom: RandomNumberGenerator, Sendable {
    let values: [UInt64]
    private var index = 0

    init(values: [UInt64]) {
        self.values = values
    }

    mutating func next() -> UInt64 {
        defer { index += 1 }
        return index < values.count ? values[index] : UInt64(index)
    }
}
