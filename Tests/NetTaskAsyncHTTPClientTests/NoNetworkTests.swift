#if AsyncHTTPClient
    import Foundation
    import NIOCore
    import NetTaskRuntime
    import Testing

    @testable import NetTaskAsyncHTTPClient

    @Suite("Errors of async-http-client without a network")
    struct NoNetworkTests {
        @Test("say so in words that are not NIO's", arguments: [ENETUNREACH, ENETDOWN])
        func noNetwork(errno: CInt) {
            let error = TransportError(
                asyncHTTPClient: IOError(errnoCode: errno, reason: "connect"),
                hasBegun: false
            )
            #expect(error.kind == .cannotConnect)
            #expect((error.underlying as? POSIXError)?.code.rawValue == errno)
        }

        @Test("are told apart from a server that refuses")
        func refused() {
            let refusal = IOError(errnoCode: ECONNREFUSED, reason: "connect")
            #expect(TransportError(asyncHTTPClient: refusal, hasBegun: false).underlying is IOError)
        }
    }
#endif
