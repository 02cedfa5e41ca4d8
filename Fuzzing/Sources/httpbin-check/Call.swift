import HTTPTypes
import NetTaskRuntime

/// A task of any method and params. Its response is the reply as it came, of whatever status.
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

/// A task as it is; its response is the reply as it came.
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

/// What a task says of its method by a static member.
protocol MethodKind: Sendable {
    static var method: HTTPRequest.Method { get }
}

enum GET: MethodKind { static var method: HTTPRequest.Method { .get } }
enum HEAD: MethodKind { static var method: HTTPRequest.Method { .head } }
enum POST: MethodKind { static var method: HTTPRequest.Method { .post } }
enum PUT: MethodKind { static var method: HTTPRequest.Method { .put } }
enum PATCH: MethodKind { static var method: HTTPRequest.Method { .patch } }
enum DELETE: MethodKind { static var method: HTTPRequest.Method { .delete } }

/// What a task says of its body by a static member.
protocol BodyKind: Sendable {
    static var request: HTTPRequestEncoding { get }
}

enum Form: BodyKind { static var request: HTTPRequestEncoding { .form } }
enum JSON: BodyKind { static var request: HTTPRequestEncoding { .json } }
enum Multipart: BodyKind { static var request: HTTPRequestEncoding { .multipart } }
