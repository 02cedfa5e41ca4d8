import Foundation
import Testing

@Suite("nettask generate")
struct GenerateCommandTests {
    private let nettask = Tool()

    private func spec(client: String) -> String {
        "nettask: 1\nclient: \(client)\nendpoints: {Get: {uri: x}}\n"
    }

    @Test("writes a file for each spec, and lists the files")
    func writes() throws {
        // given
        try nettask.write(spec(client: "A"), to: "specs/api.nettask.yaml")
        try nettask.write(spec(client: "B"), to: "specs/v2/api.nettask.yaml")
        try nettask.write("other: yaml", to: "specs/other.yaml")

        // when
        let result = try nettask("generate", "specs", "--output", "out/client")

        // then
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(try nettask.contents(of: "out/client") == ["api.nettask.swift", "v2.api.nettask.swift"])
        let lines = result.output.split(separator: "\n")
        #expect(
            lines.prefix(2) == ["created out/client/api.nettask.swift", "created out/client/v2.api.nettask.swift"]
        )
        #expect(lines.last?.hasPrefix("2 specs, 2 endpoints, 0 shapes: 2 files changed, 0 unchanged, in ") == true)
    }

    @Test("finds specs with both extensions in a folder, and counts a spec of two clients once")
    func endings() throws {
        // given
        try nettask.write(spec(client: "A") + "extends: [c.nettask.yml]\n", to: "specs/a.nettask.yml")
        try nettask.write(spec(client: "B") + "extends: [c.nettask.yml]\n", to: "specs/b.nettask.yaml")
        try nettask.write("nettask: 1\nshapes: {C: {fields: {d: Int}}}\n", to: "specs/c.nettask.yml")

        // when
        let result = try nettask("generate", "specs", "--output", "out")

        // then
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").last?.hasPrefix("3 specs, 2 endpoints, ") == true)
    }

    @Test("a second run changes nothing, and lists unchanged files only with --verbose")
    func unchanged() throws {
        // given
        try nettask.write(spec(client: "A"), to: "api.nettask.yaml")
        _ = try nettask("generate", "api.nettask.yaml", "--output", "out")

        // when
        let result = try nettask("generate", "api.nettask.yaml", "--output", "out")
        let verbose = try nettask("generate", "api.nettask.yaml", "--output", "out", "--verbose")

        // then
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("1 spec, 1 endpoint, 0 shapes: 0 files changed, 1 unchanged, in "))
        #expect(verbose.output.hasPrefix("unchanged out/api.nettask.swift\n1 spec, "))
    }

    @Test(
        "a run after an unchanged one checks all files that may have changed",
        arguments: ["spec", "output", "removed", "old", "added", "options"]
    )
    func changed(_ what: String) throws {
        // given
        try nettask.write("nettask: 1\nclient: A\nextends: [../b.nettask.yaml]\n", to: "specs/a.nettask.yaml")
        try nettask.write("nettask: 1\nendpoints: {Get: {uri: x}}\n", to: "b.nettask.yaml")
        for _ in 0..<2 { _ = try nettask("generate", "specs", "--output", "out", "--access", "internal") }
        let text = try nettask.text(of: "out/a.nettask.swift")

        // when
        switch what {
        case "spec": try nettask.write("nettask: 1\nendpoints: {Get: {uri: y}}\n", to: "b.nettask.yaml")
        case "output": try nettask.write(text + "// more", to: "out/a.nettask.swift")
        case "removed": try nettask.remove("out/a.nettask.swift")
        case "old": try nettask.write(text, to: "out/A.old.nettask.swift")
        case "added": try nettask.write("nettask: 1\nclient: C\n", to: "specs/c.nettask.yaml")
        default: break
        }
        let access = what == "options" ? "public" : "internal"
        let result = try nettask("generate", "specs", "--output", "out", "--access", access)

        // then
        #expect(result.status == 0)
        let isRestored = ["output", "removed", "old"].contains(what)
        #expect((try nettask.text(of: "out/a.nettask.swift") == text) == (isRestored || what == "added"))
        #expect(try nettask.contents(of: "out").count == (what == "added" ? 2 : 1))
    }

    @Test("equal names in different folders give different files")
    func equalNames() throws {
        // given
        try nettask.write(spec(client: "A"), to: "a/api.nettask.yaml")
        try nettask.write(spec(client: "B"), to: "b/api.nettask.yaml")

        // when
        let result = try nettask("generate", "a/api.nettask.yaml", "b/api.nettask.yaml", "-o", "out")

        // then
        #expect(result.status == 0)
        #expect(try nettask.contents(of: "out") == ["a.api.nettask.swift", "b.api.nettask.swift"])
    }

    @Test("the file of a removed entry is removed from the folder; --prune removes the files of removed specs")
    func removes() throws {
        // given
        try nettask.write(
            "nettask: 1\nclient: A\nendpoints: {Get: {uri: x}, Put: {uri: x}}\n",
            to: "s/a.nettask.yaml"
        )
        try nettask.write(spec(client: "B"), to: "s/b.nettask.yaml")
        _ = try nettask("generate", "s", "-o", "out", "--split")
        try nettask.write(spec(client: "A"), to: "s/a.nettask.yaml")
        try FileManager.default.removeItem(atPath: "\(nettask.folder)/s/b.nettask.yaml")

        // when / then
        _ = try nettask("generate", "s", "-o", "out", "--split")
        #expect(
            try nettask.contents(of: "out") == [
                "a.Get.nettask.swift", "a.nettask.swift", "b.Get.nettask.swift", "b.nettask.swift",
            ]
        )
        _ = try nettask("generate", "s", "-o", "out", "--split", "--prune")
        #expect(try nettask.contents(of: "out") == ["a.Get.nettask.swift", "a.nettask.swift"])
    }

    @Test("--parts spreads a spec over files with fixed names, and not with --split or for 0")
    func parts() throws {
        // given
        try nettask.write(spec(client: "A"), to: "a.nettask.yaml")

        // when
        let result = try nettask("generate", "a.nettask.yaml", "-o", "out", "--parts", "2")
        let none = try nettask("generate", "a.nettask.yaml", "-o", "none", "--parts", "0")
        let both = try nettask("generate", "a.nettask.yaml", "-o", "both", "--parts", "2", "--split")

        // then
        #expect(result.status == 0)
        #expect(
            try nettask.contents(of: "out") == [
                "a.nettask.swift", "a.part-1.nettask.swift", "a.part-2.nettask.swift",
            ]
        )
        #expect(none.status == 64)
        #expect(none.errors.contains("'--parts 0': the number must be between 1 and 1000"))
        #expect(both.status == 64)
        #expect(both.errors.contains("'--parts' cannot be used with '--split'"))
    }

    @Test("shapes that only durable tasks contain import the runtime in their own files, too")
    func splitDurable() throws {
        // given
        let shapes = "shapes: {Order: {fields: {size: Size}}, Size: {enum: [s, l]}}\n"
        let endpoint = "endpoints: {Save: {method: PUT, uri: a, durable: true, requestObject: Order}}\n"
        try nettask.write("nettask: 1\nclient: A\n\(shapes)\(endpoint)", to: "s/a.nettask.yaml")

        // when
        _ = try nettask("generate", "s", "-o", "out", "--split")

        // then
        for name in ["Order", "Size"] {
            let path = "\(nettask.folder)/out/a.\(name).nettask.swift"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("import NetTaskHTTP\n"), "\(text)")
        }
    }

    @Test("a spec that is now outside of the run leaves no Swift file; an error in it has its own place")
    func outside() throws {
        // given
        try nettask.write(spec(client: "A") + "extends: [../shared.nettask.yaml]\n", to: "s/a.nettask.yaml")
        try nettask.write("nettask: 1\nshapes: {B: {fields: {c: Int}}}\n", to: "shared.nettask.yaml")
        _ = try nettask("generate", "s/a.nettask.yaml", "shared.nettask.yaml", "-o", "out")
        #expect(try nettask.contents(of: "out") == ["s.a.nettask.swift", "shared.nettask.swift"])

        // when
        let result = try nettask("generate", "s/a.nettask.yaml", "-o", "out", "--root", ".")
        try nettask.write("nettask: 1\nshapes: {B: {fields: {c: Itn}}}\n", to: "shared.nettask.yaml")
        let wrong = try nettask("validate", "s")

        // then
        #expect(result.status == 0)
        #expect(result.output.contains("removed out/shared.nettask.swift\n2 specs, 1 endpoint, 1 shape: 2 files"))
        #expect(try nettask.contents(of: "out") == ["s.a.nettask.swift"])
        #expect(wrong.errors.hasPrefix("shared.nettask.yaml:2:26: error: unknown type `Itn` [unknown-shape]\n"))
    }

    @Test("--check writes nothing, and fails if anything would change")
    func check() throws {
        // given
        try nettask.write(spec(client: "A"), to: "api.nettask.yaml")

        // when
        let before = try nettask("generate", "api.nettask.yaml", "-o", "out", "--check")
        let isWritten = FileManager.default.fileExists(atPath: "\(nettask.folder)/out")
        _ = try nettask("generate", "api.nettask.yaml", "-o", "out")
        let after = try nettask("generate", "api.nettask.yaml", "-o", "out", "--check")

        // then
        #expect(before.status == 1)
        #expect(before.output.hasPrefix("would create out/api.nettask.swift\n"))
        #expect(!isWritten)
        #expect(after.status == 0)
    }

    @Test("a spec with an error writes nothing, prints the error at its place, and exits with 1")
    func diagnostics() throws {
        // given
        try nettask.write(spec(client: "A"), to: "good.nettask.yaml")
        try nettask.write("nettask: 1\nclient: B\nendpoints: {Get: {url: x}}\n", to: "bad.nettask.yaml")

        // when
        let result = try nettask("generate", "good.nettask.yaml", "bad.nettask.yaml", "-o", "out")

        // then
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("bad.nettask.yaml:3:19: error: "))
        #expect(!FileManager.default.fileExists(atPath: "\(nettask.folder)/out"))
    }

    @Test(
        "wrong usage exits with 64",
        arguments: [
            ["generate"], ["generate", "x.yaml"], ["frobnicate"], ["generate", "x", "-o", "y", "--access", "open"],
        ]
    )
    func usage(arguments: [String]) throws {
        let result = try nettask.run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains("Usage: nettask"))
    }

    @Test("a missing file, a folder without specs, a file in the way of the output")
    func unusableInput() throws {
        try nettask.write(spec(client: "A"), to: "api.nettask.yaml")
        try nettask.write("", to: "empty/readme.txt")
        try nettask.write("// mine", to: "out/api.nettask.swift")

        let missing = try nettask("generate", "missing.nettask.yaml", "-o", "out")
        #expect(missing.status == 1)
        #expect(missing.errors.hasPrefix("missing.nettask.yaml:1:1: error: "))

        let empty = try nettask("generate", "empty", "-o", "out")
        #expect(empty.status == 1)
        #expect(
            empty.errors == "error: empty holds no *.nettask.yaml; `nettask init` makes one to start from [no-specs]\n"
        )

        let inTheWay = try nettask("generate", "api.nettask.yaml", "-o", "out")
        #expect(inTheWay.status == 1)
        #expect(inTheWay.errors.hasPrefix("error: out/api.nettask.swift is in the way: "))

        let noRoot = try nettask("generate", "api.nettask.yaml", "-o", "new", "--root", "nowhere")
        #expect(noRoot.status == 1)
        #expect(noRoot.errors == "error: the folder nowhere cannot be read [unreadable-file]\n")

        let noFolder = try nettask("generate", "api.nettask.yaml", "-o", "api.nettask.yaml")
        #expect(noFolder.status == 1)
        #expect(noFolder.errors.hasPrefix("error: api.nettask.yaml is not a folder, or cannot be read"))
    }
}
