package import Foundation
package import HTTPTypes
package import NetTaskRuntime

/// A task of any params, in the form in which the generator writes one.
package struct ProgramTask<Kind: RequestKind>: HTTPNetTask {
    package var program: Program

    package init(program: Program) {
        self.program = program
    }

    package static var endpoint: HTTPEndpoint {
        HTTPEndpoint("Program", Kind.method, "p/{variable}/q", encoding: Kind.request)
    }

    package var uri: String { "p/\(PathSegment(program.variable))/q" }

    package func pack(into packer: inout ParameterPacker) {
        program.add(to: &packer)
    }

    package func parse(_ reply: HTTPReply) -> Data { reply.data() }

    /// The expected packed form of the program.
    package var expectation: Expectation {
        Expectation(of: program, method: Kind.method, request: Kind.request)
    }
}

/// The values of the static members of a task.
package protocol RequestKind: Sendable {
    static var method: HTTPRequest.Method { get }
    static var request: HTTPRequestEncoding { get }
}

package enum Query: RequestKind {
    package static var method: HTTPRequest.Method { .get }
    package static var request: HTTPRequestEncoding { .form }
}

package enum Form: RequestKind {
    package static var method: HTTPRequest.Method { .post }
    package static var request: HTTPRequestEncoding { .form }
}

package enum JSON: RequestKind {
    package static var method: HTTPRequest.Method { .put }
    package static var request: HTTPRequestEncoding { .json }
}

package enum Multipart: RequestKind {
    package static var method: HTTPRequest.Method { .patch }
    package static var request: HTTPRequestEncoding { .multipart }
}
