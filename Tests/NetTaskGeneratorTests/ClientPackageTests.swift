import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskAuthoring
@testable import NetTaskGenerator

@Suite("A package of a client")
struct ClientPackageTests {
    private static let specs = [
        "Specs/jsonplaceholder", "Specs/openweather", "Specs/httpbin", "Tests/GeneratedCodeTests/Hostile",
        "Tests/GeneratedCodeTests/Secrets", "Tests/NetTaskGeneratorTests/Clashes",
    ]

    @Test("has calls that compile for any params of the first endpoint", .tags(.compiles))
    func calls() throws {
        // given
        let specs = try read()

        // when
        let calls = try specs.map { try #require(ExampleCall(of: [$0])).call.wrapped(in: "_ = ") }

        // then
        try withTemporaryFolder { folder in
            var paths: [String] = []
            for file in try Generator(options: Generator.Options(access: .public)).files(for: specs) {
                paths.append("\(folder)/\(paths.count)\(URL(fileURLWithPath: file.name).lastPathComponent)")
                try file.text.write(toFile: paths[paths.count - 1], atomically: true, encoding: .utf8)
            }
            let body = calls.map { "    \($0.code.text)\n" }.joined()
            let own = "import Foundation\nimport NetTaskRuntime\n\nfunc calls() {\n\(body)}\n"
            try own.write(toFile: "\(folder)/Calls.swift", atomically: true, encoding: .utf8)
            let result = try Toolchain.compile(paths + ["\(folder)/Calls.swift"])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("has a test that compiles without an endpoint")
    func nothingToCall() throws {
        // given
        let result = SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: "nettask: 1\nclient: A\n")])

        // when
        let package = ClientPackage(
            name: "Client",
            specs: result.specs,
            dependency: .url("https://x.com/y", from: "1.0.0")
        )

        // then
        let test = try #require(package.files().last)
        #expect(test.text.contains("struct FirstTests {\n    @Test(\"it compiles\") func compiles() {}\n}\n"))
    }

    @Test("names the product and the trait that webhooks need, and only then", arguments: [true, false])
    func webhooks(hasWebhooks: Bool) throws {
        // given
        let text = "nettask: 1\nclient: A\n" + (hasWebhooks ? "webhooks: {events: {a: none}}\n" : "")
        let result = SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: text)])

        // when
        let package = ClientPackage(name: "Client", specs: result.specs, dependency: .path("../NetTask"))
        let manifest = try #require(package.files().first).text

        // then
        let dependency = #".package(name: "NetTask", path: "../NetTask", traits: ["Crypto"])"#
        #expect(manifest.contains(dependency) == hasWebhooks)
        #expect(manifest.contains(#".product(name: "NetTaskWebhooks", package: "NetTask")"#) == hasWebhooks)
    }

    @Test("names the product for OAuth 2 if a scheme has URLs", arguments: [true, false])
    func oauth2(hasURLs: Bool) throws {
        // given
        let scheme = hasURLs ? "{type: oauth2, password: {tokenURL: /token}}" : "oauth2"
        let text = "nettask: 1\nclient: A\nauth: {login: \(scheme)}\n"
        let result = SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: text)])

        // when
        let package = ClientPackage(name: "Client", specs: result.specs, dependency: .path("../NetTask"))
        let manifest = try #require(package.files().first).text

        // then
        #expect(manifest.contains(#".product(name: "NetTaskOAuth", package: "NetTask")"#) == hasURLs)
    }

    @Test("escapes its inputs")
    func hostile() throws {
        // given
        let dependency = NetTaskDependency.path("\"), evil() //\n")

        // then
        #expect(dependency.declaration(traits: []).text == #".package(name: "NetTask", path: "\"), evil() //\n")"#)
    }

    private func read() throws -> [Spec] {
        let result = SpecReader.read(paths: Self.specs.map { "\(Toolchain.packageFolder)/\($0).nettask.yaml" })
        try #require(result.diagnostics.map(\.description) == [])
        return result.specs
    }
}
