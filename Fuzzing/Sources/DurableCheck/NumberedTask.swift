public import HTTPTypes
public import NetTaskDurable
public import NetTaskRuntime

/// A task that the server knows by a number.
public struct NumberedTask: HTTPNetTask, DurableNetTask, Codable {
    public typealias Response = Void

    public static let storedForm = StoredForm(kind: "Check.Numbered")

    public var number: Int
    /// Whether the process ends as soon as it is sent.
    public var isPoison: Bool

    public init(number: Int, isPoison: Bool) {
        self.number = number
        self.isPoison = isPoison
    }

    public static var endpoint: HTTPEndpoint {
        HTTPEndpoint(
            nil,
            .post,
            settings: NetTaskSettings(
                retry: RetryPolicy(maxRetryCount: 2, interval: .milliseconds(5)),
                idempotencyKey: NetTaskIdempotencyKey(header: "Idempotency-Key")
            )
        )
    }
    public static var durability: NetTaskDurability { NetTaskDurability(interval: .seconds(1)) }
    public var uri: String { "tasks/\(number)" }
}
