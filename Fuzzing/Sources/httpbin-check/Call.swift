import HTTPTypes
import NetTaskRuntime

/// A task with any method and params. Its response is the reply with any status.
struct Call<M: MethodKind, B: BodyKind>: HTTPNetTask {
    var uri: String
    var fill: @Sendable (inout ParameterPacker) -> Void

    init(
        _ method: M.Type,
        _ request: B.Type,
        _ uri: String,
        _ fill: @escaping @Sendable (inout ParameterPacker) -> Void = { _ in }
    ) {
        self.uri = uri
        self.fill = fill
    }

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("\(M.self) \(B.self)", M.method, encoding: B.request)
        endpoint.acceptedStatuses = [100...999]
        return endpoint
    }

    func pack(into packer: inout ParameterPacker) {
        fill(&packer)
    }

    func parse(_ reply: HTTPReply) -> HTTPReply { reply }
}

extension Call where M == GET, B == Form {
    init(_ uri: String, _ fill: @escaping @Sendable (inout ParameterPacker) -> Void = { _ in }) {
        self.init(GET.self, Form.self, uri, fill)
    }
}

/// Another task, with the reply as its response.
struct Raw<Task: HTTPNetTask>: HTTPNetTask {
    var task: Task

    static var endpoint: HTTPEndpoint { Task.endpoint }
    var uri: String { task.uri }

    init(_ task: Task) {
        self.task = task
    }

    func pack() throws -> HTTPMessage { try task.pack() }
    func parse(_ reply: HTTPReply) -> HTTPReply { reply }
}

/// The method, as a static member of a task.
protocol MethodKind: Sendable {
    static var method: HTTPRequest.Method { get }
}

enum GET: MethodKind { static var method: HTTPRequest.Method { .get } }
enum HEAD: MethodKind { static var method: HTTPRequest.Method { .head } }
enum POST: MethodKind { static var method: HTTPRequest.Method { .post } }
enum PUT: MethodKind { static var method: HTTPRequest.Method { .put } }
enum PATCH: MethodKind { static var method: HTTPRequest.Method { .patch } }
enum DELETE: MethodKind { static var method: HTTPRequest.Method { .delete } }

/// The body, as a static member of a task.
protocol BodyKind: Sendable {
    static var request: HTTPRequestEncoding { get }
}

enum Form: BodyKind { static var request: HTTPRequestEncoding { .form } }
enum JSON: BodyKind { static var request: HTTPRequestEncoding { .json } }
enum Multipart: BodyKind { static var request: HTTPRequestEncoding { .multipart } }
