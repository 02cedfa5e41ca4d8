import Foundation
import Testing

/// What the build plugin reads of specs, without a YAML parser.
@Suite("Extended specs")
struct ExtendedSpecsTests {
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
        "are found if the key is at the beginning of a line, with paths in any form",
        arguments: [
            ("extends: b.nettask.yaml\nclient: A\n", ["b.nettask.yaml"]),
            ("client: A\nextends: \"b.nettask.yaml\" # as it came\n", ["b.nettask.yaml"]),
            ("extends: [b.nettask.yaml, 'c.nettask.yml']\n", ["b.nettask.yaml", "c.nettask.yml"]),
            ("extends:\n- b.nettask.yaml\n# and:\n\n  - c.nettask.yml\n", ["b.nettask.yaml", "c.nettask.yml"]),
            ("extends: [\n  b.nettask.yaml,\n]\n# c.nettask.yml\n", ["b.nettask.yaml"]),
            ("extends: b.nettask.yaml\r\nclient: A\r\n", ["b.nettask.yaml"]),
            ("extends : b.nettask.yaml\n", ["b.nettask.yaml"]),
            ("extends: [\nb.nettask.yaml,\nc.nettask.yml\n]\n", ["b.nettask.yaml", "c.nettask.yml"]),
            ("  extends: b.nettask.yaml\n", []), ("description: extends b.nettask.yaml\n", []),
            ("extends: missing.nettask.yaml\n", []), ("extends: folder.nettask.yaml\n", []),
        ]
    )
    func key(text: String, expected: [String]) throws {
        // given
        let specs = ["a.nettask.yaml": text, "b.nettask.yaml": "", "c.nettask.yml": "", "folder.nettask.yaml/x": ""]

        // when
        let extended = try found(in: specs) { url in ExtendedSpecs.all(of: [url("a.nettask.yaml")], besides: []) }

        // then
        #expect(extended == expected)
    }

    @Test(
        "have mocks if one of them says so at the beginning of a line",
        arguments: [
            ("mocks: true\n", "", true), ("client: A\nmocks:  true # in tests\n", "", true),
            ("", "mocks: true\n", true), ("mocks: false\n", "", false), ("  mocks: true\n", "", false), ("", "", false),
        ]
    )
    func mocks(own: String, extended: String, expected: Bool) throws {
        // given
        let tool = Tool()
        try tool.write(own, to: "a.nettask.yaml")
        try tool.write(extended, to: "b.nettask.yaml")

        // when
        let urls = ["a", "b"].map { URL(fileURLWithPath: "\(tool.folder)/\($0).nettask.yaml") }

        // then
        #expect(ExtendedSpecs.haveMocks(urls) == expected)
    }

    @Test("are followed from their own folders, each once, but not through known specs")
    func chain() throws {
        // given
        let specs = [
            "a.nettask.yaml": "extends: [in/b.nettask.yaml, other.nettask.yaml]\n",
            "in/b.nettask.yaml": "extends: [c.nettask.yaml, ../a.nettask.yaml]\n",
            "in/c.nettask.yaml": "extends: ../d.nettask.yaml\n", "d.nettask.yaml": "",
            "other.nettask.yaml": "extends: e.nettask.yaml\n", "e.nettask.yaml": "",
        ]

        // when
        let extended = try found(in: specs) { url in
            ExtendedSpecs.all(of: [url("a.nettask.yaml")], besides: ["a.nettask.yaml", "other.nettask.yaml"].map(url))
        }

        // then
        #expect(extended == ["d.nettask.yaml", "in/b.nettask.yaml", "in/c.nettask.yaml"])
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

    @Test("give different names to files that would have the same name, like the tool")
    func outputNames() throws {
        // given
        let names = [
            "api.Mocks.nettask.swift", "API.nettask.swift", "api.Mocks.nettask.swift", "api.nettask.swift",
            "api.mocks.nettask.swift",
        ]

        // when
        var outputNames = OutputNames()
        let unique = names.map { outputNames.unique($0) }

        // then
        #expect(
            unique == [
                "api.Mocks.nettask.swift", "API.nettask.swift", "api.Mocks-2.nettask.swift",
                "api-2.nettask.swift", "api.mocks-3.nettask.swift",
            ]
        )
    }
}
