import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("API keys")
struct APIKeyCredentialsTests {
    /// The requests that are sent for one message.
    private func requests(
        to uri: String = "https://a.test/x",
        _ headers: HTTPFields = HTTPFields(),
        with credentials: APIKeyCredentials,
        answer: @escaping @Sendable (Int) -> HTTPAnswer = { _ in .status(.ok) }
    ) async throws -> [HTTPRequest] {
        let transport = HTTPMockTransport { answer($0.number) }
        let configuration = HTTPConfiguration { $0.middleware = [credentials] }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0 = configuration
        }
        let message = HTTPMessage(uri: uri, headers: headers)
        _ = try await handler.send(message, context: NetTaskContext(name: "Test"))
        return transport.requests.map(\.head)
    }

    @Test("a key is in a header by default")
    func header() async throws {
        let request = try await requests(with: APIKeyCredentials("k"))[0]
        #expect(request.headerFields[.init("X-API-Key")!] == "k")
    }

    @Test("a key that no header or cookie can contain is rejected, and not sent")
    func unusable() async throws {
        for credentials in [APIKeyCredentials("k\n"), APIKeyCredentials("k", in: .cookie, name: "a; b")] {
            let error = await #expect(throws: TransportError.self) { _ = try await requests(with: credentials) }
            #expect(error?.kind == .invalidRequest)
        }
    }

    @Test("an empty key is not sent", arguments: APIKeyCredentials.Location.allCases)
    func empty(location: APIKeyCredentials.Location) async {
        let error = await #expect(throws: TransportError.self) {
            _ = try await requests(with: APIKeyCredentials("", in: location, name: "key"))
        }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.reason == "the key key is empty")
    }

    @Test("cookies of the configuration are sent beside those of a task, except those with the same name")
    func cookiesOfTheConfiguration() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(.ok) }
        let configuration = HTTPConfiguration { $0.headers = [.cookie: "session=1; a=2"] }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0 = configuration
        }

        // when
        let message = HTTPMessage(uri: "https://a.test/x", headers: [.cookie: "a=1"])
        _ = try await handler.send(message, context: NetTaskContext(name: "Test"))

        // then
        #expect(transport.requests.map(\.head.headerFields[.cookie]) == ["a=1; session=1"])
    }

    @Test(
        "in a query it follows the existing params",
        arguments: [("/x", "/x?k%20%26=v%2F1"), ("/x?a=1", "/x?a=1&k%20%26=v%2F1")]
    )
    func query(path: String, expected: String) async throws {
        let credentials = APIKeyCredentials("v/1", in: .query, name: "k &")
        #expect(try await requests(to: "https://a.test\(path)", with: credentials)[0].path == expected)
    }

    @Test("in a cookie it follows the request's cookies")
    func cookie() async throws {
        let credentials = APIKeyCredentials("v 1", in: .cookie, name: "k")
        #expect(try await requests(with: credentials)[0].headerFields[.cookie] == "k=v%201")
        #expect(try await requests([.cookie: "a=1"], with: credentials)[0].headerFields[.cookie] == "a=1; k=v%201")
    }

    @Test("it is sent only to its hosts")
    func hosts() async throws {
        let credentials = APIKeyCredentials("v", hosts: ["A.test"])
        let name = HTTPField.Name("X-API-Key")!
        #expect(try await requests(to: "https://a.test:8080/", with: credentials)[0].headerFields[name] == "v")
        #expect(try await requests(to: "https://b.a.test/", with: credentials)[0].headerFields[name] == nil)
    }

    @Test("an existing value of the request is kept")
    func own() async throws {
        let name = HTTPField.Name("X-API-Key")!
        #expect(try await requests([name: "own"], with: APIKeyCredentials("v"))[0].headerFields[name] == "own")
        let query = APIKeyCredentials("v", in: .query, name: "k")
        #expect(try await requests(to: "https://a.test/?kk=1&k=", with: query)[0].path == "/?kk=1&k=")
        #expect(try await requests(to: "https://a.test/?kk=1", with: query)[0].path == "/?kk=1&k=v")
        let cookie = APIKeyCredentials("v", in: .cookie, name: "k")
        #expect(try await requests([.cookie: "a=k; k=1"], with: cookie)[0].headerFields[.cookie] == "a=k; k=1")
    }

    @Test(
        "a redirect to another origin removes the header and the cookie",
        arguments: [APIKeyCredentials.Location.header, .cookie]
    )
    func redirect(location: APIKeyCredentials.Location) async throws {
        // given
        let credentials = APIKeyCredentials("v", in: location, name: "k")

        // when
        let sent = try await requests(with: credentials) { number in
            switch number {
            case 1: .status(.found, headers: [.location: "/same"])
            case 2: .status(.found, headers: [.location: "https://b.test/"])
            default: .status(.ok)
            }
        }

        // then
        let name = location == .header ? HTTPField.Name("k")! : .cookie
        #expect(sent.map { $0.headerFields.contains(name) } == [true, true, false])
    }

    @Test("no description contains the key")
    func shown() {
        let credentials = APIKeyCredentials("hunter2")
        var text = "\(credentials) \(String(reflecting: credentials))"
        dump(credentials, to: &text)
        #expect(text.contains("<secret>"))
        #expect(!text.contains("hunter2"))
    }

    @Test("an invalid name of a header is an error before anything is sent")
    func malformed() async {
        await #expect(throws: TransportError.self) {
            try await requests(with: APIKeyCredentials("v", name: "a b"))
        }
    }
}
