import Foundation
import HTTPTypes
import NetTaskBase

/// A type with mock values. With `mocks: true` in a spec, its shapes and the responses that it declares conform.
///
///     let post = Post.mock { $0.title = "Draft" }
///     #expect(post.id != Post.mock().id)
///     #expect(Post.mock(seed: 7).id == Post.mock(seed: 7).id)
///
/// Values are plausible by the names of their members, within the constraints of the spec, and contain its examples.
public protocol Mockable: Sendable {
    /// Makes a value. Tests call ``mock(seed:)``.
    static func makeMock(seed: Int) -> Self
}

extension Mockable {
    /// Makes a value.
    ///
    /// - Parameter seed: the same seed gives the same value. Values of different seeds differ in their identifiers, such as `id`, as
    ///   far as the type has enough values. Default: `nil`, a seed that no other call without a seed gets in this process.
    /// - Returns: the value. The process ends if the type cannot read the value that the description leads to; that is only
    ///   possible for types with functions or Swift types of your own, and without an example in the spec.
    public static func mock(seed: Int? = nil) -> Self { makeMock(seed: seed ?? nextSeed()) }

    /// Makes a value, and changes it.
    ///
    /// - Parameters:
    ///   - seed: as in ``mock(seed:)``.
    ///   - change: changes the value. Called once, before the method returns.
    public static func mock(seed: Int? = nil, _ change: (inout Self) throws -> Void) rethrows -> Self {
        var value = mock(seed: seed)
        try change(&value)
        return value
    }
}

private let seedCount = Locked(0)

private func nextSeed() -> Int {
    seedCount.withLock { count in
        count += 1
        return count
    }
}

/// A task whose response a mock can change. With `mocks: true`, generated tasks conform if their reply has a body that is neither
/// a stream nor the first reply of a long-running operation.
public protocol MockableTask: HTTPNetTask {
    /// Reads a response, like `parse`.
    static func mockResponse(in reply: HTTPReply) throws -> Response

    /// Writes a response into the reply that it was read from.
    static func writeMock(_ response: Response, into reply: inout MockedReply)
}

extension MockableTask where Response: JSONReadable {
    public static func mockResponse(in reply: HTTPReply) throws -> Response { try reply.json() }
}

extension MockableTask where Response: MockWritable {
    public static func writeMock(_ response: Response, into reply: inout MockedReply) { reply.set(response) }
}

extension MockableTask where Response: HTTPReplyReadable {
    public static func mockResponse(in reply: HTTPReply) throws -> Response {
        try reply.body.withUnsafeBytes { body in
            try JSONReader.with(body) { reader in
                let outer = try reader.beginObject()
                let response = try Response(from: &reader, of: reply)
                try reader.endObject(outer)
                return response
            }
        }
    }
}

// MARK: - Used by generated code

extension MockDescription {
    /// Makes a value of a shape. Generated code calls it.
    ///
    /// - Parameters:
    ///   - shape: the name of the shape in the spec.
    ///   - seed: the same seed gives the same value.
    ///   - isSent: whether only requests contain the shape. Default: `false`.
    public func value<Value: JSONReadable>(of shape: String, seed: Int, isSent: Bool = false) -> Value {
        var maker = MockValueMaker(shapes, seed: 0)
        let json = maker.value(of: .shape(shape), named: shape, in: isSent ? .request : .response, number: seed)
        do {
            return try HTTPReply(status: .ok, json).json()
        } catch {
            preconditionFailure("the mock of \(client).\(shape) cannot be read; add an example to the spec: \(error)")
        }
    }

    /// Makes a response of a task. Generated code calls it.
    public func response<T: MockableTask>(of task: T.Type, seed: Int) -> T.Response {
        let endpoint = endpoint(of: task)
        guard let reply = endpoint.replies.first(where: { !$0.isError }) else {
            preconditionFailure("\(client).\(endpoint.name) has no success")
        }
        var maker = MockValueMaker(shapes, seed: 0)
        let json = reply.body.map { maker.value(of: $0.type, named: endpoint.name, number: seed) }
        let replies = MockReplies(self, MockOptions(), TypedForm(shapes: shapes))
        let answer = replies.answer(reply, endpoint, key: "\(seed)", json: json)
        do {
            guard let made = MockedReply(answer) else { preconditionFailure("a made reply is not a stream") }
            return try T.mockResponse(in: made.reply)
        } catch {
            preconditionFailure(
                "the mock response of \(client).\(endpoint.name) cannot be read; add an example to the spec: \(error)"
            )
        }
    }

    /// The endpoint of a task, which must be of this client.
    func endpoint<T: HTTPNetTask>(of task: T.Type) -> MockEndpoint {
        let name = task.settings.name ?? ""
        guard name.hasPrefix(client + "."),
            let endpoint = endpoints.first(where: { $0.name == name.dropFirst(client.count + 1) })
        else { preconditionFailure("the description of \(client) has no endpoint of the task \(task)") }
        return endpoint
    }
}

extension HTTPReply {
    fileprivate init(status: HTTPResponse.Status, _ json: JSONValue) {
        self.init(status: status, body: Data(json.description.utf8))
    }
}
