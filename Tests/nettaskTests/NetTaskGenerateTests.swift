import Foundation
import Testing

@Suite("nettask-generate, which the build plugin runs")
struct NetTaskGenerateTests {
    private let generate = Tool("nettask-generate")
    private let spec = "nettask: 1\nclient: A\nendpoints: {Get: {uri: x}}\n"

    @Test("writes what nettask generate writes from the same root, and prints nothing")
    func same() throws {
        // given
        try generate.write(spec + "extends: [shared.nettask.yaml]\n", to: "App/v2/api.nettask.yaml")
        try generate.write("nettask: 1\nshapes: {B: {fields: {c: Int}}}\n", to: "App/v2/shared.nettask.yaml")
        let specs = ["App/v2/api.nettask.yaml", "App/v2/shared.nettask.yaml"]

        // when
        let result = try generate.run(["App", "out/deep", ""] + specs.flatMap { ["1", $0] })

        // then
        #expect(result.status == 0)
        #expect(result.output == "" && result.errors == "")
        _ = try Tool(folder: generate.folder).run(["generate", "--root", "App", "-o", "expected"] + specs)
        let names = try generate.contents(of: "expected")
        #expect(names == ["v2.api.nettask.swift", "v2.shared.nettask.swift"])
        #expect(try generate.contents(of: "out/deep") == names)
        for name in names {
            #expect(try generate.text(of: "out/deep/\(name)") == generate.text(of: "expected/\(name)"))
        }
    }

    @Test("writes the file with mocks where the plugin expects it, and stops if the plugin expects none")
    func mocks() throws {
        // given
        try generate.write(spec + "mocks: true\n", to: "App/a.nettask.yaml")
        try generate.write(spec.replacing("A", with: "B") + "\"mocks\": true\n", to: "App/b.nettask.yaml")

        // when
        let result = try generate("App", "out", "", "1m", "App/a.nettask.yaml")
        let refused = try generate("App", "out", "", "1", "App/b.nettask.yaml")
        let missing = try generate("App", "out", "NetTaskRuntime", "1m", "App/a.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(try generate.contents(of: "out") == ["a.mocks.nettask.swift", "a.nettask.swift"])
        #expect(refused.status == 1 && refused.errors.contains("write `mocks: true` at the beginning of a line"))
        #expect(missing.status == 1)
        #expect(missing.errors.contains("App/a.nettask.yaml:4:1: error: `mocks` needs the module NetTaskMocks"))
    }

    @Test("writes all specs of a folder for the command plugin, and lists the changes")
    func folder() throws {
        // given
        try generate.write(spec, to: "App/a.nettask.yaml")

        // when
        let created = try generate("--folder", "App", "App/Generated", "--access", "public")
        let again = try generate("--folder", "App", "App/Generated", "--access=public", "--check")
        let checked = try generate("--folder", "App", "App/Generated", "--split", "--check")
        let refused = try generate("--folder", "App", "App/Generated", "--spilt")

        // then
        #expect(created.output == "created: App/Generated/a.nettask.swift\n")
        #expect(try generate.text(of: "App/Generated/a.nettask.swift").contains("public enum A {"))
        #expect(again.status == 0 && again.output == "")
        #expect(checked.status == 1)
        #expect(checked.output.contains("would be created: App/Generated/a.Get.nettask.swift\n"))
        #expect(refused.status == 64)
        #expect(refused.errors.hasPrefix("The options of generate-nettasks, in addition to --target NAME:\n"))
    }

    @Test("warns of a client that has the name of its module")
    func module() throws {
        // given
        try generate.write(spec, to: "App/a.nettask.yaml")

        // when
        let results = try [
            generate("--module", "A", "App", "out", "", "1", "App/a.nettask.yaml"),
            generate("--folder", "App", "App/Generated", "--module", "A"),
            generate("--module", "App", "App", "out", "", "1", "App/a.nettask.yaml"),
        ]

        // then
        #expect(results.map(\.status) == [0, 0, 0])
        #expect(
            results.map { $0.errors.contains(": warning: the client `A` has the name of its module,") }
                == [true, true, false]
        )
    }

    @Test("uses templates from the folder Templates of the root")
    func templates() throws {
        // given
        try generate.write(spec, to: "App/a.nettask.yaml")
        try generate.write("// {{mark}}\n{{#tasks}}{{name}}\n{{/tasks}}", to: "App/Templates/Names.swift.mustache")

        // when
        let result = try generate.run(["App", "out", "", "1", "App/a.nettask.yaml"])

        // then
        #expect(result.status == 0 && result.errors == "")
        #expect(try generate.contents(of: "out") == ["a.Names.nettask.swift", "a.nettask.swift"])
        #expect(try generate.text(of: "out/a.Names.nettask.swift").hasSuffix("file.\nGet\n"))
    }

    @Test("ignores a folder Templates without NetTask's templates, such as a server's pages")
    func pages() throws {
        // given
        try generate.write(spec, to: "App/a.nettask.yaml")
        try generate.write("<h1>{{title}}</h1>", to: "App/Templates/task.mustache")

        // when
        let result = try generate.run(["App", "out", "", "1", "App/a.nettask.yaml"])

        // then
        #expect(result.status == 0 && result.errors == "")
        #expect(try generate.contents(of: "out") == ["a.nettask.swift"])
    }

    @Test("removes the files of removed specs, and keeps files that nettask did not write")
    func prunes() throws {
        // given
        try generate.write(spec, to: "a.nettask.yaml")
        try generate.write("nettask: 1\nclient: B\n", to: "b.nettask.yaml")
        _ = try generate(".", "out", "", "1", "a.nettask.yaml", "1", "b.nettask.yaml")
        try generate.write("// mine", to: "out/mine.nettask.swift")

        // when
        let result = try generate(".", "out", "", "1", "a.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(try generate.contents(of: "out") == ["a.nettask.swift", "mine.nettask.swift"])
    }

    @Test("does not rewrite unchanged files, so that nothing is compiled again")
    func unchanged() throws {
        // given
        try generate.write(spec, to: "a.nettask.yaml")
        _ = try generate(".", "out", "", "1", "a.nettask.yaml")
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        let path = "\(generate.folder)/out/a.nettask.swift"
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)

        // when
        let result = try generate(".", "out", "", "1", "a.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == old)
    }

    @Test("rejects files that the plugin does not know, because their changes would not cause a build")
    func outside() throws {
        // given
        try generate.write("nettask: 1\nextends: other/a.nettask.yaml\n", to: "App/b.nettask.yaml")
        try generate.write(spec, to: "App/other/a.nettask.yaml")

        // when
        let known = try generate("App", "out", "", "0", "App/other/a.nettask.yaml", "1", "App/b.nettask.yaml")
        let unknown = try generate("App", "other", "", "1", "App/b.nettask.yaml")

        // then
        #expect([known.status, unknown.status] == [0, 1])
        #expect(try generate.contents(of: "out") == ["b.nettask.swift"])
        #expect(
            unknown.errors.hasPrefix("App/other/a.nettask.yaml:1:1: error: the build plugin does not know that a spec")
        )
    }

    @Test("writes a file for each spec of the target, also for those that others extend or that belong to no client")
    func extended() throws {
        // given
        try generate.write(spec, to: "a.nettask.yaml")
        try generate.write("nettask: 1\nextends: a.nettask.yaml\n", to: "b.nettask.yaml")
        try generate.write("nettask: 1\nshapes: {C: {fields: {id: Int}}}\n", to: "c.nettask.yaml")

        // when
        let result = try generate(".", "out", "", "1", "a.nettask.yaml", "1", "b.nettask.yaml", "1", "c.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(try generate.contents(of: "out") == ["a.nettask.swift", "b.nettask.swift", "c.nettask.swift"])
        #expect(try generate.text(of: "out/a.nettask.swift").contains("struct Get: HTTPNetTask {"))
        #expect(try generate.text(of: "out/b.nettask.swift").contains("enum A {"))
        #expect(try !generate.text(of: "out/c.nettask.swift").contains("struct"))
        #expect(result.errors.hasPrefix("c.nettask.yaml:1:1: note: this file generates no code"))
    }

    @Test("prints the errors of all specs at their places, writes nothing, and exits with 1")
    func diagnostics() throws {
        // given
        try generate.write(spec, to: "good.nettask.yaml")
        try generate.write("nettask: 1\nclient: B\nendpoints: {Get: {url: x}}\n", to: "bad.nettask.yaml")
        let inputs = ["bad.nettask.yaml", "good.nettask.yaml", "missing.nettask.yaml"]

        // when
        let result = try generate.run([".", "out", ""] + inputs.flatMap { ["1", $0] })

        // then
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("bad.nettask.yaml:3:19: error: "))
        #expect(result.errors.contains("missing.nettask.yaml:1:1: error: "))
        let said = try Tool(folder: generate.folder).run(["generate", "--quiet", "-o", "out"] + inputs)
        #expect(result.errors == said.errors)
        #expect(!FileManager.default.fileExists(atPath: "\(generate.folder)/out"))
    }

    @Test("a file at the path of the output, and a missing root, are errors")
    func unusableFolders() throws {
        try generate.write(spec, to: "a.nettask.yaml")
        try generate.write("// mine", to: "out/a.nettask.swift")

        let inTheWay = try generate(".", "out", "", "1", "a.nettask.yaml")
        #expect(inTheWay.status == 1)
        #expect(inTheWay.errors.hasPrefix("error: out/a.nettask.swift is in the way: "))
        #expect(try generate.text(of: "out/a.nettask.swift") == "// mine")

        let noRoot = try generate("nowhere", "new", "", "1", "a.nettask.yaml")
        #expect(noRoot.status == 1)
        #expect(noRoot.errors == "error: the folder nowhere cannot be read [unreadable-file]\n")
    }

    @Test("spreads a spec over the given number of files")
    func parts() throws {
        // given
        try generate.write(spec, to: "a.nettask.yaml")
        try generate.write("nettask: 1\nclient: B\n", to: "b.nettask.yaml")

        // when
        let result = try generate(".", "out", "", "1", "b.nettask.yaml", "2", "a.nettask.yaml")

        // then
        #expect(result.status == 0)
        #expect(
            try generate.contents(of: "out") == [
                "a.nettask.swift", "a.part-1.nettask.swift", "a.part-2.nettask.swift", "b.nettask.swift",
            ]
        )
    }

    @Test("writes examples beside their types")
    func examples() throws {
        try generate.write(spec + "examples: true\n", to: "a.nettask.yaml")
        #expect(try generate(".", "out", "", "1", "a.nettask.yaml").status == 0)
        #expect(try generate.text(of: "out/a.nettask.swift").contains("extension A.Get {\n"))
    }

    @Test(
        "names the missing module at the key, with the line for Package.swift, unless modules are unknown"
    )
    func modules() throws {
        // given
        try generate.write(
            "nettask: 1\nclient: A\nendpoints:\n  Get:\n    uri: x\n    durable: true\n",
            to: "a.nettask.yaml"
        )

        // when
        let missing = try generate(".", "out", "NetTaskRuntime", "1", "a.nettask.yaml")
        let there = try generate(".", "out", "NetTaskDurable,NetTaskRuntime", "1", "a.nettask.yaml")
        let unknown = try generate(".", "out", "", "1", "a.nettask.yaml")

        // then
        #expect(missing.status == 1)
        #expect(missing.errors.hasPrefix("a.nettask.yaml:6:5: error: `durable` needs the module NetTaskDurable"))
        #expect(missing.errors.contains(".product(name: \"NetTaskDurable\", package: \"NetTask\")"))
        #expect(there.status == 0 && unknown.status == 0)
        #expect(try generate.text(of: "out/a.nettask.swift").contains("import NetTaskDurable\n"))
    }

    @Test(
        "without a spec and its number of files, it prints its usage and exits with 64",
        arguments: [
            [], ["."], [".", "out"], [".", "out", "", "1"], [".", "out", "", "-1", "a"], [".", "out", "", "a", "1"],
            [".", "out", "1", "a"],
        ]
    )
    func usage(arguments: [String]) throws {
        let result = try generate.run(arguments)
        #expect(result.status == 64)
        #expect(
            result.errors
                == "Usage: nettask-generate [--module NAME] ROOT OUTPUT MODULES COUNT SPEC [COUNT SPEC]...\n"
        )
    }
}
