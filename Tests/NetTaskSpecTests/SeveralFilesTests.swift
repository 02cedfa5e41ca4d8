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

    @Test("files that name one client are one scope, whichever comes first")
    func oneScope() throws {
        // given
        let files = [
            source(
                "a.nettask.yaml",
                "client: A\nshapes: {X: {fields: {y: Y?}}}\nendpoints: {Get: {uri: a, response: Y}}"
            ),
            source("b.nettask.yaml", "client: A\nshapes: {Y: {fields: {x: X?}}}\nendpoints: {Put: {uri: b, body: X}}"),
        ]

        for files in [files, files.reversed()] {
            // when
            let specs = read(files)

            // then
            let spec = try #require(specs.first)
            #expect(specs.count == 1)
            #expect(Set(spec.shapes.map(\.name.swift)) == ["X", "Y"])
            #expect(Set(spec.endpoints.map(\.name.swift)) == ["Get", "Put"])
            #expect(spec.files.map(\.path) == files.map(\.path))
            #expect(spec.files.map { file in spec.shapes.filter { file.holds($0.name) }.count } == [1, 1])
            #expect(spec.files[0].holds(spec.client))
        }
    }

    @Test("an included file that names no client belongs to each client that includes it")
    func sharedFile() {
        // when
        let specs = read([
            source("api/a.nettask.yaml", "client: A\ninclude: [../common.nettask.yaml]"),
            source("api/b.nettask.yaml", "client: B\ninclude: [./../common.nettask.yaml]"),
            source("common.nettask.yaml", "shapes: {Money: {fields: {amount: Decimal}}}"),
        ])

        // then
        #expect(specs.map(\.client.swift) == ["A", "B"])
        for spec in specs {
            #expect(spec.shapes.map(\.name.swift) == ["Money"])
            #expect(spec.files.map(\.path).last == "common.nettask.yaml")
        }
    }

    @Test("what an included file includes belongs to the client too, each file once")
    func includesOfIncludes() {
        // when
        let specs = read([
            source("a.nettask.yaml", "client: A\ninclude: [b.nettask.yaml, c.nettask.yaml]"),
            source("b.nettask.yaml", "include: [d.nettask.yaml]"),
            source("c.nettask.yaml", "client: A\ninclude: [d.nettask.yaml]"),
            source("d.nettask.yaml", "shapes: {X: {fields: {y: Int}}}"),
        ])

        // then
        #expect(specs.map { $0.shapes.map(\.name.swift) } == [["X"]])
    }

    @Test("a client's defaults are merged key by key, and may be said twice if they agree")
    func defaults() throws {
        // when
        let specs = read([
            source(
                "a.nettask.yaml",
                "client: A\ndefaults: {timeout: 5s, headers: {X-A: a, X-B: b}}\nendpoints: {Get: {uri: a}}"
            ),
            source(
                "b.nettask.yaml",
                "client: A\ndefaults: {headers: {X-B: b, X-A: a}, deadline: 9s}\nendpoints: {Put: {uri: a}}"
            ),
        ])

        // then
        for endpoint in try #require(specs.first).endpoints {
            #expect(endpoint.timeout == .seconds(5))
            #expect(endpoint.deadline == .seconds(9))
            #expect(endpoint.headers.map(\.name) == ["X-A", "X-B"])
        }
    }

    @Test("an error in one client leaves the others")
    func otherClients() {
        // when
        let result = SpecReader.read(sources: [
            source("a.nettask.yaml", "client: A"),
            source("b.nettask.yaml", "client: B"),
            source("b2.nettask.yaml", "client: B\nzzz: 1"),
        ])

        // then
        #expect(result.specs.map(\.client.swift) == ["A"])
    }

    @Test("a file that is named twice is read once")
    func twice() {
        // given
        let text = "client: A\nshapes: {X: {fields: {y: Int}}}"

        // then
        #expect(read([source("a.nettask.yaml", text), source("./a.nettask.yaml", text)]).count == 1)
    }

    @Test(
        "a chain of thousands of files is followed, and a circle of them ends",
        .timeLimit(.minutes(5))
    )
    func longChains() {
        // given
        func chain(_ count: Int, last: String = "") -> [SpecReader.Source] {
            (0...count).map { number in
                source(
                    "\(number).nettask.yaml",
                    (number == 0 ? "client: A\n" : "")
                        + (number < count ? "include: [\(number + 1).nettask.yaml]" : last)
                )
            }
        }

        // then
        #expect(read(chain(3_000)).count == 1)
        let circle = SpecReader.read(sources: chain(3_000, last: "include: [0.nettask.yaml]"))
        #expect(circle.diagnostics.count == 1)
        #expect(circle.diagnostics.first?.message.utf8.count ?? 0 < 500)
    }
}

@Suite("Relative paths")
struct RelativePathTests {
    @Test(
        "a path is taken from the folder of the file",
        arguments: [
            ("b.yaml", "a.yaml", "b.yaml"), ("b.yaml", "x/a.yaml", "x/b.yaml"), ("../b.yaml", "x/a.yaml", "b.yaml"),
            ("../b.yaml", "a.yaml", "../b.yaml"), ("../../b.yaml", "../a.yaml", "../../../b.yaml"),
            ("./y/../b.yaml", "/x/a.yaml", "/x/b.yaml"), ("../../b.yaml", "/x/a.yaml", "/b.yaml"),
        ]
    )
    func path(_ path: String, file: String, expected: String) {
        #expect(RelativePath.path(path, from: file) == expected)
    }
}
