import Foundation
import Testing

/// What the build plugin finds out about specs, without a YAML parser.
@Suite("Specs that specs name")
struct ReferencedSpecsTests {
    private let tool = Tool()

    /// Writes specs into a folder, and gives the paths that are found in it.
    private func found(
        in specs: [String: String],
        _ find: (_ url: (String) -> URL) -> [URL]
    ) throws -> [String] {
        let tool = Tool()
        for (path, text) in specs { try tool.write(text, to: path) }
        let urls = find { URL(fileURLWithPath: "\(tool.folder)/\($0)") }
        return urls.map { String($0.path.dropFirst(tool.folder.count + 1)) }
    }

    @Test(
        "are extended where the key is at the beginning of a line, however the paths are written",
        arguments: [
            ("extends: b.nettask.yaml\nclient: A\n", ["b.nettask.yaml"]),
            ("client: A\nextends: \"b.nettask.yaml\" # as it came\n", ["b.nettask.yaml"]),
            ("extends: [b.nettask.yaml, 'c.nettask.yml']\n", ["b.nettask.yaml", "c.nettask.yml"]),
            ("extends:\n- b.nettask.yaml\n# and:\n\n  - c.nettask.yml\n", ["b.nettask.yaml", "c.nettask.yml"]),
            ("extends: [\n  b.nettask.yaml,\n]\ninclude: [c.nettask.yml]\n", ["b.nettask.yaml"]),
            ("extends: b.nettask.yaml\r\ninclude: [c.nettask.yml]\r\n", ["b.nettask.yaml"]),
            ("include: [b.nettask.yaml]\n", []), ("  extends: b.nettask.yaml\n", []),
            ("description: extends b.nettask.yaml\n", []), ("extends: missing.nettask.yaml\n", []),
            ("extends: folder.nettask.yaml\n", []),
        ]
    )
    func extends(text: String, expected: [String]) throws {
        // given
        let specs = ["a.nettask.yaml": text, "b.nettask.yaml": "", "c.nettask.yml": "", "folder.nettask.yaml/x": ""]

        // when
        let extended = try found(in: specs) { url in ReferencedSpecs.extended(by: [url("a.nettask.yaml")]) }

        // then
        #expect(extended == expected)
    }

    @Test("are extended with all that they include or extend themselves, from their own folders")
    func chain() throws {
        // given
        let specs = [
            "a.nettask.yaml": "extends: in/b.nettask.yaml\ninclude: [own.nettask.yaml]\n", "own.nettask.yaml": "",
            "in/b.nettask.yaml": "include: [c.nettask.yaml]\n", "in/c.nettask.yaml": "extends: ../d.nettask.yaml\n",
            "d.nettask.yaml": "",
        ]

        // when
        let extended = try found(in: specs) { url in ReferencedSpecs.extended(by: [url("a.nettask.yaml")]) }

        // then
        #expect(Set(extended) == ["in/b.nettask.yaml", "in/c.nettask.yaml", "d.nettask.yaml"])
    }

    @Test("are not extended where a spec that is generated includes them, too")
    func shared() throws {
        // given
        let specs = [
            "a.nettask.yaml": "extends: b.nettask.yaml\n", "b.nettask.yaml": "include: [c.nettask.yaml]\n",
            "c.nettask.yaml": "", "other.nettask.yaml": "include: [c.nettask.yaml]\n",
        ]

        // when
        let extended = try found(in: specs) { url in ReferencedSpecs.extended(by: specs.keys.sorted().map(url)) }

        // then
        #expect(extended == ["b.nettask.yaml"])
    }

    @Test("are read for a spec wherever it names them, each once, but for those that are generated themselves")
    func read() throws {
        // given
        let specs = [
            "a.nettask.yaml": "include: [b.nettask.yaml, other.nettask.yaml]\n",
            "b.nettask.yaml": "include: [a.nettask.yaml, c.nettask.yaml]\n", "c.nettask.yaml": "# b.nettask.yaml\n",
            "other.nettask.yaml": "include: [d.nettask.yaml]\n", "d.nettask.yaml": "",
        ]

        // when
        let read = try found(in: specs) { url in
            let generated = ["a.nettask.yaml", "other.nettask.yaml"].map(url)
            return ReferencedSpecs.read(by: generated[0], leavingOut: generated)
        }
        let all = try found(in: specs) { url in ReferencedSpecs.all(of: [url("a.nettask.yaml")]) }

        // then
        #expect(read == ["b.nettask.yaml", "c.nettask.yaml"])
        #expect(all == ["b.nettask.yaml", "c.nettask.yaml", "d.nettask.yaml", "other.nettask.yaml"])
    }

    @Test(
        "are spread over a file for each 16 KB, in steps of two",
        arguments: [([0], 1), ([16_384], 1), ([16_385], 2), ([16_384, 1], 2), ([40_000], 4), ([5_000_000], 256)]
    )
    func parts(sizes: [Int], expected: Int) throws {
        // given
        let files = try sizes.enumerated().map { index, size in
            try tool.write(String(repeating: "#", count: size), to: "\(index).nettask.yaml")
            return URL(fileURLWithPath: "\(tool.folder)/\(index).nettask.yaml")
        }

        // when
        let parts = SpecParts(of: files)

        // then
        #expect(parts.count == expected)
        let names = parts.fileNames(baseName: "a")
        #expect(names.first == "a.nettask.swift")
        #expect(names.dropFirst().count == (expected == 1 ? 0 : expected))
        #expect(names.last == (expected == 1 ? "a.nettask.swift" : "a.part-\(expected).nettask.swift"))
    }

    @Test("tell files apart that would have one name, as the tool does")
    func outputNames() throws {
        // given
        let names = [
            "api.examples.nettask.swift", "API.nettask.swift", "api.examples.nettask.swift", "api.nettask.swift",
            "api.Examples.nettask.swift",
        ]

        // when
        var outputNames = OutputNames()
        let unique = names.map { outputNames.unique($0) }

        // then
        #expect(
            unique == [
                "api.examples.nettask.swift", "API.nettask.swift", "api.examples-2.nettask.swift",
                "api-2.nettask.swift", "api.Examples-3.nettask.swift",
            ]
        )
    }

    @Test(
        "have examples where one of them, or what it names, says so at the beginning of a line",
        arguments: [
            ("client: A\nexamples: true # for tests\n", true), ("extends: [b.nettask.yaml]\n", true),
            ("examples: false\n", false), ("  examples: true\n", false), ("client: A\n", false),
        ]
    )
    func examples(text: String, expected: Bool) throws {
        // given
        try tool.write(text, to: "a.nettask.yaml")
        try tool.write("examples: true\n", to: "b.nettask.yaml")

        // when
        let spec = URL(fileURLWithPath: "\(tool.folder)/a.nettask.yaml")

        // then
        #expect(ReferencedSpecs.haveExamples([spec]) == expected)
    }
}
