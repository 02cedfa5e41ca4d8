import Testing

@testable import NetTaskSpec

@Suite("Endpoints of groups")
struct GroupTests {
    private func spec(_ groups: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Spec {
        try read(
            """
            nettask: 1
            client: GitHub
            defaults: {timeout: 30s, headers: {Accept: text/plain, X-Version: "3"}, retry: {maxRetryCount: 2, interval: 5s}}
            shapes:
              Issue: {fields: {id: Int}}
            groups:
            \(groups)
            """,
            sourceLocation: sourceLocation
        )
    }

    @Test("continue its path, and have its params before their own")
    func paths() throws {
        // when
        let spec = try spec(
            """
              Repos:
                description: Repositories.
                uri: repos/{owner}/{repo}
                params: {owner: String, repo: String, page: Int?}
                endpoints:
                  Get: {uri: ""}
                  ListIssues: {uri: issues, params: {state: String?, page: {default: 1}}, response: [Issue]}
                  Search: {uri: "?q=a"}
                  Elsewhere: {uri: https://other.example/a, params: {owner: null, repo: null}}
            """
        )

        // then
        #expect(spec.groups == [EndpointGroup(name: spec.groups[0].name, description: "Repositories.")])
        #expect(
            spec.endpoints.map(\.qualifiedName) == ["Repos.Get", "Repos.ListIssues", "Repos.Search", "Repos.Elsewhere"]
        )
        #expect(
            spec.endpoints.map(\.uri.written) == [
                "repos/{owner}/{repo}", "repos/{owner}/{repo}/issues", "repos/{owner}/{repo}?q=a",
                "https://other.example/a",
            ]
        )
        #expect(spec.endpoints[1].params.map(\.name.swift) == ["owner", "repo", "page", "state"])
        #expect(spec.endpoints[1].params.map(\.location) == [.path, .path, .query, .query])
        #expect(spec.endpoints[1].params[2].defaultValue == .integer(1))
        #expect(spec.endpoints[3].params.map(\.name.swift) == ["page"])
    }

    @Test("inherit the settings of the group, over the defaults, by the rules of merging")
    func settings() throws {
        // when
        let spec = try spec(
            """
              Repos:
                timeout: 5s
                headers: {X-Version: "4", Accept: null}
                retry: {interval: 1s}
                separator: keep
                endpoints:
                  A: {uri: a, params: {perPage: Int}}
                  B: {uri: b, timeout: null, headers: {X-Version: null, X-B: b}, retry: {maxRetryCount: 1}}
              Users: {endpoints: {C: {uri: c}}}
            """
        )

        // then
        #expect(spec.endpoints.map(\.timeout) == [.seconds(5), nil, .seconds(30)])
        #expect(spec.endpoints.map { $0.headers.map(\.name) } == [["X-Version"], ["X-B"], ["Accept", "X-Version"]])
        #expect(spec.endpoints[0].headers[0].value == "4")
        #expect(
            spec.endpoints.map(\.retry) == [
                Retry(maxRetryCount: 2, interval: .seconds(1)), Retry(maxRetryCount: 1, interval: .seconds(1)),
                Retry(maxRetryCount: 2, interval: .seconds(5)),
            ]
        )
        #expect(spec.endpoints[0].params.map(\.wireName) == ["perPage"])
    }

    @Test("of several groups may have one name")
    func names() throws {
        let spec = try spec("  A: {endpoints: {Get: {uri: a}}}\n  B: {endpoints: {Get: {uri: b}, Issue: {uri: c}}}")
        #expect(spec.endpoints.map(\.qualifiedName) == ["A.Get", "B.Get", "B.Issue"])
    }

    @Test("lose the values that null removes in an extending spec, and keep those of the group itself")
    func removals() throws {
        // given
        let base = """
            nettask: 1
            client: A
            groups:
              G: {uri: g/, description: The group., swiftName: GG, timeout: 5s, endpoints: {B: {uri: /b, description: One.}}}
            """
        let overlay = """
            nettask: 1
            extends: base.nettask.yaml
            groups: {G: {endpoints: {B: {description: null, timeout: null}}}}
            """

        // when
        let result = SpecReader.read(sources: [
            .init(path: "base.nettask.yaml", text: base), .init(path: "a.nettask.yaml", text: overlay),
        ])

        // then
        #expect(result.diagnostics.map(\.description) == [])
        let spec = try #require(result.specs.first)
        #expect(spec.endpoints.map(\.qualifiedName) == ["GG.B"])
        #expect(spec.endpoints.map(\.description) == [nil])
        #expect(spec.endpoints.map(\.timeout) == [nil])
        #expect(spec.endpoints.map(\.uri.written) == ["g/b"])
        #expect(spec.groups.map(\.description) == ["The group."])
    }

    @Test("are changed by a spec that extends theirs")
    func overlays() throws {
        // given
        let base = """
            nettask: 1
            client: GitHub
            groups:
              Repos: {uri: repos, endpoints: {Get: {uri: a}, List: {uri: b}, Put: {method: PUT, uri: c}}}
            """
        let overlay = """
            nettask: 1
            extends: base.nettask.yaml
            groups:
              Repos: {timeout: 5s, endpoints: {Get: {timeout: 1s}, List: {omit: true}}}
              Users: {endpoints: {Me: {uri: me}}}
            """

        // when
        let result = SpecReader.read(sources: [
            .init(path: "base.nettask.yaml", text: base), .init(path: "github.nettask.yaml", text: overlay),
        ])

        // then
        #expect(result.diagnostics.map(\.description) == [])
        let endpoints = try #require(result.specs.first).endpoints
        #expect(endpoints.map(\.qualifiedName) == ["Repos.Get", "Repos.Put", "Users.Me"])
        #expect(endpoints.map(\.timeout) == [.seconds(1), .seconds(5), nil])
    }
}
