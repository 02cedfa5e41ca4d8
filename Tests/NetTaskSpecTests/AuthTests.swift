import Foundation
import Testing

@testable import NetTaskSpec

/// `auth:`, at the top of a spec and on endpoints.
@Suite struct AuthTests {
    private let spec: Spec

    init() throws {
        let file = fixtures.appendingPathComponent("Good/auth.nettask.yaml")
        spec = try read(String(contentsOf: file, encoding: .utf8))
    }

    @Test("a spec declares schemes, as a word or as a map")
    func schemes() {
        #expect(spec.auth.map(\.name.swift) == ["token", "login", "key", "old", "session"])
        #expect(
            spec.auth.map(\.kind) == [
                .bearer, .basic, .apiKey(.header, name: "X-API-Key"), .apiKey(.query, name: "api key"),
                .apiKey(.cookie, name: "sid"),
            ]
        )
        #expect(spec.auth[0].description == "A token of the user's.")
    }

    @Test("an endpoint names one, several or no schemes, or inherits them from the defaults")
    func endpoints() {
        #expect(spec.endpoints.map(\.auth) == [[["token"]], [], [["login"]], [["token", "key", "session"]]])
    }
}
