import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import NetTaskValidation
import Testing

@Suite("Generated tasks with `validate: true`")
struct ValidationTests {
    private let item = Validation.Item(price: 1.07, name: "a-b")

    /// The param and the constraint of the error, as `items[0].price minimum: 1`; `nil` if the task can be packed.
    private func violation(of task: some HTTPNetTask) -> String? {
        do {
            _ = try task.pack()
            return nil
        } catch let error as PackError {
            return "\(error.parameter) \(error.constraint ?? "none")"
        } catch {
            return "\(error)"
        }
    }

    private func place(
        shop: Int = 1,
        items: [Validation.Item] = [],
        tags: [String: [String]]? = nil,
        kinds: [Validation.Kind]? = nil,
        choice: Validation.Choice? = nil,
        note: Nullable<String> = .absent,
        secrets: [String: String]? = nil,
        weight: Decimal? = nil,
        size: UInt64? = nil,
        rank: Int64? = nil
    ) -> Validation.Place {
        Validation.Place(
            shop: shop,
            items: items,
            tags: tags,
            kinds: kinds,
            choice: choice,
            note: note,
            secrets: secrets,
            weight: weight,
            size: size,
            rank: rank
        )
    }

    @Test("pack if all values are valid")
    func valid() {
        let task = place(
            items: [item, item],
            tags: ["a": ["1", "23"]],
            kinds: [.a, .b],
            choice: .plain(Validation.Plain(id: 0)),
            note: .null,
            secrets: ["k": "long enough"],
            weight: Decimal(string: "0.29"),
            size: 14
        )
        #expect(violation(of: task) == nil)
    }

    @Test("name the path of the param, the constraint and its value")
    func paths() {
        let cheap = Validation.Item(price: 0.5)
        #expect(violation(of: place(shop: 0)) == "shop exclusiveMinimum: 0")
        #expect(violation(of: place(items: [item, item, item, item])) == "items maxItems: 3")
        let nested = Validation.Item(price: 1, parts: [item, cheap])
        #expect(violation(of: place(items: [item, nested])) == "items[1].parts[1].price minimum: 1")
        #expect(violation(of: place(tags: ["x": ["1", "٣"]])) == #"tags.x[1] pattern: ^\d+$"#)
        #expect(violation(of: place(kinds: [.a, .a])) == "kinds uniqueItems: true")
        #expect(violation(of: place(choice: .item(cheap))) == "choice.price minimum: 1")
        #expect(violation(of: place(note: "x")) == "note minLength: 2")
        #expect(violation(of: place(weight: Decimal(string: "0.3"))) == "weight exclusiveMaximum: 0.3")
        #expect(violation(of: place(size: 15)) == "size multipleOf: 7")
        #expect(violation(of: Validation.Whole(body: [item, cheap])) == "[1].price minimum: 1")
        #expect(violation(of: Validation.Search(filter: Validation.Filter(limit: 10))) == "limit maximum: 9")
    }

    @Test(
        "check the length and the pattern of texts by Unicode scalars",
        arguments: [("ab", nil), ("a", "minLength: 2"), ("abcd", "maxLength: 3"), ("a\n", #"pattern: ^[a-z\-]+$"#)]
    )
    func texts(name: String, constraint: String?) {
        let task = place(items: [Validation.Item(price: 1, name: name)])
        #expect(violation(of: task) == constraint.map { "items[0].name \($0)" })
    }

    @Test("check multiples apart from the rounding of binary numbers")
    func multiples() {
        #expect(violation(of: place(items: [Validation.Item(price: 1.13)])) == nil)
        #expect(violation(of: place(items: [Validation.Item(price: 1_000_000_000_000.07)])) == nil)
        for price in [1.135, 12_345_678.005] {
            #expect(violation(of: place(items: [Validation.Item(price: price)])) == "items[0].price multipleOf: 0.01")
        }
    }

    @Test("check multiples of numbers with many digits exactly")
    func longMultiples() {
        func isMultiple(_ value: some ConstrainedValue, of divisor: ConstraintNumber) -> Bool {
            var validator = ParameterValidator()
            validator.check("a", value, multipleOf: divisor)
            return validator.violation == nil
        }
        #expect(isMultiple(9_007_199_254_740_993, of: 1.5))
        #expect(!isMultiple(9_007_199_254_740_992, of: 1.5))
        #expect(!isMultiple(Int64.max, of: 2.5))
        #expect(isMultiple(1e17, of: 0.25))
        #expect(!isMultiple(1e17, of: 0.3))
        let (odd, long) = (Decimal(string: "9007199254740993"), Decimal(string: "12345678901234567890.12"))
        #expect(!isMultiple(odd, of: 2))
        #expect(isMultiple(long, of: 0.01))
    }

    @Test("compare whole numbers exactly with bounds that have a fraction or are beyond the type")
    func bounds() {
        #expect(violation(of: place(rank: .max)) == nil)
        #expect(violation(of: place(rank: 0)) == nil)
        #expect(violation(of: place(rank: -1)) == "rank minimum: -0.5")
    }

    @Test("show nothing of a secret")
    func secrets() {
        let task = place(secrets: ["hidden key": "hidden"])
        #expect(violation(of: task) == "secrets minLength: 8")
    }

    @Test("do not show the names of secret members")
    func secretMembers() {
        let vault = Validation.Vault(id: 1, additional: ["hidden": Validation.Item(price: 0.5)])
        #expect(violation(of: Validation.Lock(body: vault)) == "additional minimum: 1")
    }

    @Test("check the case of a body of several media types")
    func bodies() {
        let cheap = Validation.Item(price: 0.5)
        #expect(violation(of: Validation.Replace(body: .json(cheap))) == "price minimum: 1")
        #expect(violation(of: Validation.Replace(body: .json(item))) == nil)
        #expect(violation(of: Validation.Replace(body: .csv("a"))) == nil)
    }

    @Test("check nothing without `validate`")
    func off() {
        #expect(violation(of: Validation.Free(body: Validation.Item(price: 0))) == nil)
    }

    @Test("end in the queue before anything is sent, without a retry")
    func queue() async {
        // given a server that refuses connections
        let queue = HTTPNetTaskQueue(baseURL: "http://127.0.0.1:9")
        let handle = queue.add(place(shop: 0), .retry(RetryPolicy(maxRetryCount: 3, when: .all)))

        // when
        let error = await #expect(throws: NetTaskError<Never>.self) { try await handle.value }

        // then
        guard case .pack(let error) = error else {
            Issue.record("unexpected error \(String(describing: error))")
            return
        }
        #expect(error.description.hasSuffix(#""shop" cannot be packed: the value violates `exclusiveMinimum: 0`"#))
        #expect(handle.status.attempt <= 1)
    }

    @Test("restore a durable task with an invalid value, whose pack fails")
    func durable() throws {
        let restored = try Validation.Save(stored: Validation.Save(count: 4).stored())
        #expect(violation(of: restored) == "count maximum: 3")
    }
}
