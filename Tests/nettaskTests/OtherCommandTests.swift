import Foundation
import Testing

@Suite("nettask init and validate")
struct OtherCommandTests {
    @Test("init writes a spec that is valid, and that generates")
    func initialises() throws {
        try Tool.inTemporaryFolder { nettask in
            // when
            let initialised = try nettask("init")
            let validated = try nettask("validate", "api.nettask.yaml")
            let generated = try nettask("generate", "api.nettask.yaml", "-o", "out", "--quiet")

            // then
            #expect(initialised.status == 0)
            #expect(validated.output == "1 spec is valid\n")
            #expect(generated.output == "")
            #expect(try nettask.contents(of: "out") == ["api.nettask.swift"])
        }
    }

    @Test("init does not overwrite")
    func initKeepsFiles() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write("mine", to: "api.nettask.yaml")

            // when
            let result = try nettask("init")

            // then
            #expect(result.status == 1)
            #expect(result.errors == "error: api.nettask.yaml is there already; give another path\n")
            #expect(try String(contentsOfFile: "\(nettask.folder)/api.nettask.yaml", encoding: .utf8) == "mine")
        }
    }

    @Test("validate reports the errors of all files, and exits with 1")
    func validates() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write("nettask: 2\n", to: "specs/a.nettask.yaml")
            try nettask.write("client: 5x\n", to: "specs/b.nettask.yaml")
            try nettask.write("", to: "empty/readme.txt")

            // when
            let result = try nettask("validate", "empty", "specs")

            // then
            #expect(result.status == 1)
            #expect(result.errors.contains("specs/a.nettask.yaml:1:10: error: "))
            #expect(result.errors.contains("specs/b.nettask.yaml:1:9: error: "))
            #expect(result.errors.contains("error: empty holds no *.nettask.yaml"))
        }
    }

    @Test("templates export writes our templates, which make the same Swift, and replaces changed ones only by force")
    func templates() throws {
        try Tool.inTemporaryFolder { nettask in
            // given
            try nettask.write("nettask: 1\nclient: A\n", to: "a.nettask.yaml")
            _ = try nettask("generate", "a.nettask.yaml", "-o", "out")

            // when
            let exported = try nettask("templates", "export")
            let again = try nettask("templates", "export")
            let same = try nettask("generate", "a.nettask.yaml", "-o", "out", "--templates", "Templates", "--check")
            try nettask.write("{{mark}}\n", to: "Templates/file.mustache")
            let refused = try nettask("templates", "export")
            let forced = try nettask("templates", "export", "--force")

            // then
            #expect(exported.status == 0)
            #expect(exported.output.contains("wrote Templates/task.mustache\n"))
            #expect(try nettask.text(of: "Templates/Names.md").contains("## The view `task`\n"))
            #expect(again.output == "Templates has all templates already, unchanged\n")
            #expect(same.status == 0)
            #expect(refused.status == 1)
            #expect(
                refused.errors
                    == "Templates/file.mustache: error: this is not what NetTask wrote; say --force to replace it\n"
            )
            #expect(forced.output == "wrote Templates/file.mustache\n")
        }
    }

    @Test(
        "--help says what each command does",
        arguments: [[], ["generate"], ["validate"], ["diff"], ["init"], ["templates", "export"]]
    )
    func help(command: [String]) throws {
        try Tool.inTemporaryFolder { nettask in
            let result = try nettask.run(command + ["--help"])
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("OVERVIEW: "))
        }
    }
}
