import Testing

@testable import NetTaskSpec

/// Runs of several files; what is wrong with such a run is in the folders of `Fixtures/Bad`.
@Suite("Several files")
struct SeveralFilesTests {
    private func source(_ path: String, _ rest: String = "") -> SpecReader.Source {
        SpecReader.Source(path: path, text: "nettask: 1\n" + rest)
    }

    /// Reads a run that must be right.
    private func read(
        _ sources: [SpecReader.Source],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Spec] {
        let result = SpecReader.read(sources: sources)
        #expect(result.diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
        return result.specs
    }

    @Test("a spec and those that it extends are one scope, whichever comes first in the run")
    func oneScope() throws {
        // given
        let files = [
            source(
                "a.nettask.yaml",
                "client: A\nextends: b.nettask.yaml\nshapes: {X: {fields: {y: Y?}}}\nendpoints: {Get: {uri: a, response: Y}}"
            ),
            source("b.nettask.yaml", "shapes: {Y: {fields: {x: X?}}}\nendpoints: {Put: {uri: b, body: X}}"),
        ]

        for files in [files, files.reversed()] {
            // when
            let specs = read(files)

            // then
            let spec = try #require(specs.first)
            #expect(specs.count == 1)
            #expect(spec.shapes.map(\.name.swift) == ["Y", "X"])
            #expect(spec.endpoints.map(\.name.swift) == ["Put", "Get"])
            #expect(spec.files.map(\.path) == files.map(\.path))
            #expect(
                spec.files.map { file in spec.shapes.filter { file.numbers == [$0.name.place.file] }.count } == [1, 1]
            )
            #expect(spec.files.first { $0.number == spec.number }?.path == "a.nettask.yaml")
        }
    }

    @Test("a file that names no client belongs to each client that extends it")
    func sharedFile() {
        // when
        let specs = read([
            source("api/a.nettask.yaml", "client: A\nextends: [../common.nettask.yaml]"),
            source("api/b.nettask.yaml", "client: B\nextends: [./../common.nettask.yaml]"),
            source("common.nettask.yaml", "shapes: {Money: {fields: {amount: Decimal}}}"),
        ])

        // then
        #expect(specs.map(\.client.swift) == ["A", "B"])
        for spec in specs {
            #expect(spec.shapes.map(\.name.swift) == ["Money"])
            #expect(spec.files.map(\.path).last == "common.nettask.yaml")
        }
    }

    @Test("a file of shapes is checked by itself for its form; a type that it does not know is a note")
    func sharedFileByItself() {
        // when
        let result = SpecReader.read(sources: [
            source(
                "common.nettask.yaml",
                "shapes: {Order: {fields: {id: Int, user: User, price: Monney}}, Money: {enum: [eur]}}"
            )
        ])

        // then
        #expect(result.specs.isEmpty)
        #expect(result.leftOut.map(\.path) == ["common.nettask.yaml"])
        #expect(
            result.diagnostics.map { "\($0.severity.rawValue): \($0.message)" } == [
                "note: this file generates no code, because it has no `client`",
                "note: unknown type `User`", "error: unknown type `Monney`",
            ]
        )
    }

    @Test("a file that is extended in two ways counts once")
    func diamond() {
        // when
        let specs = read([
            source("a.nettask.yaml", "client: A\nextends: [b.nettask.yaml, c.nettask.yaml]"),
            source("b.nettask.yaml", "extends: [d.nettask.yaml]"),
            source("c.nettask.yaml", "client: A\nextends: [d.nettask.yaml]"),
            source("d.nettask.yaml", "shapes: {X: {fields: {y: Int}}}"),
        ])

        // then
        #expect(specs.map { $0.shapes.map(\.name.swift) } == [["X"]])
    }

    @Test("the defaults of each file apply to its own entries, whichever file extends it")
    func defaults() throws {
        // when
        let specs = read([
            source(
                "a.nettask.yaml",
                """
                client: A
                extends: [b.nettask.yaml]
                defaults: {timeout: 5s, separator: "-", mutable: false, headers: {X-A: a}}
                endpoints: {Get: {uri: a, params: {someId: Int}}, Put: {deadline: 8s}}
                shapes: {X: {fields: {someId: Int}}}
                """
            ),
            source(
                "b.nettask.yaml",
                """
                defaults: {deadline: 9s, separator: keep, headers: {X-B: b}}
                endpoints: {Put: {uri: a, params: {someId: Int}}}
                shapes: {Y: {fields: {someId: Int}}}
                """
            ),
        ])

        // then
        let spec = try #require(specs.first)
        #expect(spec.endpoints.map(\.name.swift) == ["Put", "Get"])
        #expect(spec.endpoints.map(\.timeout) == [nil, .seconds(5)])
        #expect(spec.endpoints.map(\.deadline) == [.seconds(8), nil])
        #expect(spec.endpoints.map { $0.headers.map(\.name) } == [["X-B"], ["X-A"]])
        #expect(spec.endpoints.map { $0.params.map(\.wireName) } == [["someId"], ["some-id"]])
        #expect(spec.shapes.map { ($0.fields ?? []).map(\.wireName) } == [["someId"], ["some-id"]])
        #expect(spec.shapes.map(\.isMutable) == [true, false])
    }

    @Test("the endpoints of a group inherit from the group, whichever file adds them")
    func groups() throws {
        // when
        let specs = read([
            source(
                "a.nettask.yaml",
                "client: A\nextends: b.nettask.yaml\ndefaults: {timeout: 5s}\n"
                    + "groups: {G: {endpoints: {Put: {uri: b}}}}\nendpoints: {Get: {uri: c}}"
            ),
            source(
                "b.nettask.yaml",
                "defaults: {timeout: 9s}\ngroups: {G: {deadline: 1m, endpoints: {Get: {uri: a}}}}"
            ),
        ])

        // then
        let endpoints = try #require(specs.first).endpoints
        #expect(endpoints.map(\.qualifiedName) == ["Get", "G.Get", "G.Put"])
        #expect(endpoints.map(\.timeout) == [.seconds(5), .seconds(9), .seconds(9)])
    }

    @Test("settings that most endpoints inherit are those of the client, so that Swift has them once")
    func defaultsOfClient() throws {
        let specs = read([
            source(
                "a.nettask.yaml",
                "client: A\nextends: b.nettask.yaml\ndefaults: {timeout: 5s}\nendpoints: {D: {uri: a}}"
            ),
            source("b.nettask.yaml", "defaults: {timeout: 9s}\nendpoints: {B: {uri: b}, C: {uri: c}}"),
        ])
        #expect(specs.first?.defaults.timeout == .seconds(9))
    }

    @Test("a spec that another one extends is a client by itself if both name a client and the two differ")
    func secondClient() {
        // given
        func clients(_ name: String) -> [String] {
            read([
                source("a.nettask.yaml", "client: A\nbaseURL: https://a.example\nendpoints: {Get: {uri: a}}"),
                source("b.nettask.yaml", "extends: a.nettask.yaml\n" + name),
            ]).map { "\($0.client.swift) \($0.endpoints.count)" }
        }

        // then
        #expect(clients("client: B") == ["A 1", "B 1"])
        #expect(clients("client: A") == ["A 1"])
        #expect(clients("") == ["A 1"])
    }

    @Test("an error in one client does not affect the others")
    func otherClients() {
        // when
        let result = SpecReader.read(sources: [
            source("a.nettask.yaml", "client: A"),
            source("b.nettask.yaml", "client: B"),
            source("b2.nettask.yaml", "client: C\nzzz: 1"),
        ])

        // then
        #expect(result.specs.map(\.client.swift) == ["A", "B"])
    }

    @Test("a file that is given twice is read once")
    func twice() {
        // given
        let text = "client: A\nshapes: {X: {fields: {y: Int}}}"

        // then
        #expect(read([source("a.nettask.yaml", text), source("./a.nettask.yaml", text)]).count == 1)
    }

    @Test(
        "a chain of thousands of files is followed, and a cycle ends",
        .timeLimit(.minutes(5))
    )
    func longChains() {
        // given
        func chain(_ count: Int, last: String = "") -> [SpecReader.Source] {
            (0...count).map { number in
                source(
                    "\(number).nettask.yaml",
                    (number == 0 ? "client: A\n" : "")
                        + (number < count ? "extends: [\(number + 1).nettask.yaml]" : last)
                )
            }
        }

        // then
        #expect(read(chain(3_000)).count == 1)
        let circle = SpecReader.read(sources: chain(3_000, last: "extends: [0.nettask.yaml]"))
        #expect(circle.diagnostics.count == 1)
        #expect(circle.diagnostics.first?.message.utf8.count ?? 0 < 500)
    }
}

@Suite("Relative paths")
struct RelativePathTests {
    @Test(
        "a path is relative to the folder of the file",
        arguments: [
            ("b.yaml", "a.yaml", "b.yaml"), ("b.yaml", "x/a.yaml", "x/b.yaml"), ("../b.yaml", "x/a.yaml", "b.yaml"),
            ("../b.yaml", "a.yaml", "../b.yaml"), ("../../b.yaml", "../a.yaml", "../../../b.yaml"),
            ("./y/../b.yaml", "/x/a.yaml", "/x/b.yaml"), ("../../b.yaml", "/x/a.yaml", "/b.yaml"),
        ]
    )
    func path(_ path: String, file: String, expected: String) {
        #expect(RelativePath.path(path, from: file) == expected)
    }

    @Test(
        "a file refers to another one by the path from its folder",
        arguments: [
            ("b.yaml", "a.yaml", "b.yaml"), ("x/b.yaml", "x/a.yaml", "b.yaml"), ("b.yaml", "x/a.yaml", "../b.yaml"),
            ("x/y/b.yaml", "x/z/a.yaml", "../y/b.yaml"), ("/x/b.yaml", "/x/y/a.yaml", "../b.yaml"),
        ]
    )
    func way(path: String, file: String, expected: String) {
        #expect(RelativePath.path(to: path, from: file) == expected)
    }
}
