import HTTPTypes
import NetTaskRuntime
import Testing

@testable import NetTaskTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#else
    import Foundation
#endif

@Suite("Transports conform", .serialized, .timeLimit(.minutes(5)))
struct HTTPTransportConformanceTests {
    @Test("URLSession", arguments: HTTPTransportConformance.cases)
    func urlSession(one: HTTPTransportConformance.Case) async throws {
        try await one.run(over: { URLSessionTransport() }, allowing: .urlSession)
    }

    @Test("A caller's URLSession", arguments: HTTPTransportConformance.cases)
    func ownURLSession(one: HTTPTransportConformance.Case) async throws {
        try await one.run(over: { URLSessionTransport(session: .shared) }, allowing: .urlSession)
    }

    @Test("The mock", arguments: HTTPTransportConformance.cases)
    func mock(one: HTTPTransportConformance.Case) async throws {
        try await one.runOverMock()
    }

    @Test(
        "URLSession has no unnecessary exceptions",
        arguments: Set.urlSession.subtracting([.headersCutOff]).sorted { $0.rawValue < $1.rawValue }
    )
    func needed(allowance: HTTPTransportConformance.Allowance) async throws {
        for one in HTTPTransportConformance.cases where one.allowances.contains(allowance) {
            await #expect(throws: HTTPTransportConformance.Failure.self, "\(one)") {
                try await one.run(over: { URLSessionTransport() }, allowing: Set.urlSession.subtracting([allowance]))
            }
        }
    }

    @Test("A transport that drops bodies, adds headers, changes paths or hides errors fails, with the differences")
    func failures() async throws {
        // given
        let alterations: [(String, @Sendable (inout HTTPRequest, inout HTTPRequestBody?) throws -> Void)] = [
            ("A body of POST goes out", { $1 = nil }),
            ("Only headers that HTTP requires", { request, _ in request.headerFields[.cookie] = "a=b" }),
            ("Path and query are sent", { request, _ in request.path = request.path?.lowercased() }),
            ("POST is sent", { request, _ in request.method = .put }),
            ("After \"refused\"", { _, _ in throw TransportError(.other, reason: "something") }),
        ]
        for (name, alter) in alterations {
            let one = try #require(HTTPTransportConformance.cases.first { $0.name.hasPrefix(name) })
            // when
            let error = await #expect(throws: HTTPTransportConformance.Failure.self) {
                try await one.run(over: { AlteringTransport(alter: alter) }, allowing: .urlSession)
            }
            // then
            #expect(error?.description.hasPrefix("\(one.name): ") == true)
        }
    }
}
