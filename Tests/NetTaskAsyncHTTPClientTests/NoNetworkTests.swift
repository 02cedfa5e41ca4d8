#if AsyncHTTPClient
    import Foundation
    import NIOCore
    import NetTaskRuntime
    import Testing

    @testable import NetTaskAsyncHTTPClient

    @Suite("Errors of async-http-client without a network")
    struct NoNetworkTests {
        @Test("have messages of their own, not those of NIO", arguments: [ENETUNREACH, ENETDOWN])
        func noNetwork(errno: CInt) {
            let error = TransportError(
                asyncHTTPClient: IOError(errnoCode: errno, reason: "connect"),
                hasBegun: false
            )
            #expect(error.kind == .cannotConnect)
            #expect((error.underlying as? POSIXError)?.code.rawValue == errno)
        }

        @Test("differ from a server that refuses connections")
        func refused() {
            let refusal = IOError(errnoCode: ECONNREFUSED, reason: "connect")
            #expect(TransportError(asyncHTTPClient: refusal, hasBegun: false).underlying is IOError)
        }
    }
#endif
