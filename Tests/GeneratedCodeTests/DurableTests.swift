import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Generated durable tasks")
struct DurableTests {
    @Test("all fields come back, of every kind and with extreme values", arguments: [false, true])
    func everything(isExtreme: Bool) throws {
        // given
        let task = isExtreme ? extreme : plain

        // when
        let restored = try Durable.StoreAll(stored: task.stored())

        // then
        #expect(try differences(restored, task) == [])
    }

    @Test("the stored form is JSON with the names of the spec")
    func readable() throws {
        // given
        let task = Durable.SendObject(
            address: Durable.Address(street: "a\"b", store: 1, kept: Date(timeIntervalSince1970: 0.5)),
            street: nil
        )

        // then
        let text = String(decoding: try task.stored(), as: UTF8.self)
        #expect(
            text == """
                {"$requestObject":{"street":"a\\"b","object":"none","store":1,"kept":0.5,"replied":null},"street":null}
                """
        )
    }

    @Test("a body is stored beside a param named `body`", arguments: [nil, []] as [[Durable.Address]?])
    func bodies(body: [Durable.Address]?) throws {
        // given
        let task = Durable.SendBody(bodyParam: "x", body: body)

        // then
        let restored = try Durable.SendBody(stored: task.stored())
        #expect(restored.body == body)
        #expect(restored.bodyParam == "x")
    }

    @Test("a file is kept with its bytes, name and content type")
    func files() throws {
        // given
        let photo = HTTPFile(data: Data([0, 1, 2]), name: "ä.png", contentType: "image/png")
        let task = Durable.Upload(photo: photo, more: [HTTPFile(data: Data())], pin: "1234")

        // then
        let restored = try Durable.Upload(stored: task.stored())
        #expect(restored.photo == photo)
        #expect(restored.more == [HTTPFile(data: Data())])
        #expect(restored.pin == "1234")
    }

    @Test("a task without fields is kept, too")
    func nothing() throws {
        let stored = Data("{}".utf8)
        #expect(try Durable.Nothing(stored: stored).stored() == stored)
    }

    @Test("alternatives that the spec does not list are kept as they are")
    func unknown() throws {
        // given
        var task = plain
        task.payment = .unknown(["kind": "bitcoin", "deep": [[nil, 1.50, "x"]]])
        task.size = .unknown("huge")

        // then
        let restored = try Durable.StoreAll(stored: task.stored())
        #expect(restored.payment == task.payment)
        #expect(restored.size == .unknown("huge"))
    }

    @Test("the deepest tree that can be read is restored, and a deeper one is an error")
    func deep() throws {
        // given
        var task = plain
        for _ in 0..<500 { task.tree = tree(task.tree) }

        // then
        #expect(try Durable.StoreAll(stored: task.stored()).tree == task.tree)
        for _ in 0..<20 { task.tree = tree(task.tree) }
        #expect(throws: StoringError.tooDeep(limit: 512)) { try task.stored() }
    }

    @Test(
        "of values that a later version added, optionals are nil and others have their defaults; any other is an error that names it"
    )
    func evolution() throws {
        let stored = String(decoding: try plain.stored(), as: UTF8.self)
        let without = { (member: String) -> Data in
            #expect(stored.contains(member))
            return Data(stored.replacingOccurrences(of: member, with: "").utf8)
        }
        #expect(try Durable.StoreAll(stored: without(#""withDefault":7,"#)).withDefault == 7)
        #expect(try Durable.StoreAll(stored: without(#""hidden":null,"#)).hidden == nil)
        let error = #expect(throws: ParseError.self) { try Durable.StoreAll(stored: without(#""flag":true,"#)) }
        #expect(error?.path == "flag")
        #expect(throws: ParseError.self) { try Durable.StoreAll(stored: without(#""mustBe":null,"#)) }
    }

    @Test("values that were stored under a former name are read")
    func formerNames() throws {
        let stored = #"{"way":"b","$requestObject":{"street":"a","kept":1}}"#
        #expect(try Durable.SendObject(stored: Data(stored.utf8)).street == "b")
    }

    @Test("an error in a secret does not quote it")
    func secrets() {
        let stored = #"{"photo":{"name":null,"contentType":"x","data":""},"more":[],"pin":12345}"#
        let error = #expect(throws: ParseError.self) { try Durable.Upload(stored: Data(stored.utf8)) }
        #expect(error?.path == "pin")
        #expect(error?.description.contains("12345") == false)
    }

    @Test("a client lists its durable tasks, and each has its stored name")
    func forms() {
        let kinds = Durable.durableTasks.types.map { $0.storedForm.kind }
        #expect(
            kinds == [
                "Durable.StoreAll", "Durable.Upload", "Durable.SendBody", "Durable.SendObject", "Durable.Nothing",
            ]
        )
        let form = Durable.SendBody.storedForm
        #expect(form.formerKinds == ["Durable.PutBody", "OldDurable.PutBody"])
        #expect(form.version == "2.1")
        #expect(form.hash.count == 16)
    }

    @Test("the requirements of a run are in the delivery")
    func requirements() {
        #expect(Durable.Upload.durability.requirements == [.unmeteredNetwork, .power])
        #expect(Durable.Nothing.durability.requirements == .network)
        #expect(Durable.SendBody.durability.requirements == [])
    }

    @Test("a reply that contains a secret is not stored")
    func replies() {
        #expect(!Durable.Upload.keepsReply)
        #expect(Durable.SendBody.keepsReply)
    }

    // MARK: Tasks

    private var plain: Durable.StoreAll {
        Durable.StoreAll(
            id: 1,
            int8: 2,
            uint64: 3,
            double: 0.1,
            decimal: 1,
            flag: true,
            text: "x",
            date: Date(timeIntervalSince1970: 1),
            url: URL(fileURLWithPath: "/a"),
            uuid: UUID(),
            data: Data("x".utf8),
            json: nil,
            mustBe: nil,
            texts: [],
            counts: [:],
            size: .small,
            sizes: [:],
            address: Durable.Address(street: "", kept: Date(timeIntervalSince1970: 0)),
            tree: Durable.Tree(label: "", children: [], others: [:]),
            payment: .cash(Durable.Cash()),
            answer: .number(1),
            price: DurablePrice(cents: 1, currency: "€"),
            prices: [],
            object: 1,
            store: 2,
            value: 3,
            writer: 4,
            restoring: 5,
            storedForm: 6,
            keepsReply: false,
            keptAs: 7,
            dollarBody: "8",
            quoted: "9"
        )
    }

    private var extreme: Durable.StoreAll {
        let hostile = "\0\u{1}\"\\\n\u{2028}e\u{301}🏳️‍🌈</script>{}"
        let ago = Date(timeIntervalSinceReferenceDate: -753_940_283.123_456_789)
        let leaf = Durable.Tree(label: hostile, right: .null, children: [], others: [:])
        return Durable.StoreAll(
            id: .min,
            int8: .min,
            uint64: .max,
            double: -.greatestFiniteMagnitude,
            float: .leastNonzeroMagnitude,
            decimal: Decimal(string: "-12345678901234567890.123456789012345678") ?? 0,
            flag: false,
            text: hostile,
            date: Date(timeIntervalSinceReferenceDate: 753_940_283.000_000_123),
            url: URL(string: "https://example.com/%22?a=b#c") ?? URL(fileURLWithPath: "/"),
            uuid: UUID(),
            data: Data((0...255).map { UInt8($0) }),
            json: [hostile: [1e300, -0.0, nil, true, [:], []]],
            maybe: .null,
            mustBe: hostile,
            texts: ["", hostile],
            counts: [hostile: .max, "": .min],
            dates: [.distantPast, .distantFuture, ago],
            size: .unknown(hostile),
            sizes: ["a": .large, "b": .unknown("")],
            level: .high,
            address: Durable.Address(street: hostile, object: "", store: .max, kept: ago, replied: "r"),
            tree: tree(tree(leaf), right: .value(leaf)),
            payment: .card(Durable.Card(number: hostile, limit: Decimal(string: "0.10"))),
            answer: .list([.text(hostile), .list([]), .tree(leaf)]),
            price: DurablePrice(cents: .max, currency: hostile),
            prices: [DurablePrice(cents: .min, currency: "")],
            hidden: hostile,
            withDefault: 0,
            emptyByDefault: [hostile],
            object: 1,
            store: 2,
            value: 3,
            writer: 4,
            restoring: 5,
            storedForm: 6,
            keepsReply: true,
            keptAs: 7,
            dollarBody: hostile,
            quoted: hostile
        )
    }

    private func tree(_ tree: Durable.Tree, right: Nullable<Durable.Tree> = .absent) -> Durable.Tree {
        Durable.Tree(label: "t", left: tree, right: right, children: [], others: [:])
    }

    /// The properties in which two tasks differ. None of them is missing here: the task itself has no `==`.
    private func differences(_ task: Durable.StoreAll, _ other: Durable.StoreAll) throws -> [String] {
        let sides = [task, other].map { Array(Mirror(reflecting: $0).children) }
        #expect(sides[0].count == 40)
        return zip(sides[0], sides[1]).compactMap { left, right in
            let isEqual = isEqual(left.value, right.value)
            return isEqual ? nil : "\(left.label ?? ""): \(left.value) is not \(right.value)"
        }
    }

    private func isEqual(_ value: Any, _ other: Any) -> Bool {
        guard let value = value as? any Equatable else { return false }
        return value.equals(other)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}
