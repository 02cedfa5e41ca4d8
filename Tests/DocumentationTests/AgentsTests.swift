import Foundation
import NetTaskSpec
import Testing

/// The pages for agents: `AGENTS.md` summarizes CONTRIBUTING.md, and the skill describes how to write specs.
@Suite("The pages for agents")
struct AgentsTests {
    private static let skill = page("skills/nettask-spec/SKILL.md")
    private static let agents = page("AGENTS.md")

    private static func page(_ path: String) -> Article {
        Article(path: path, text: Repository.text(of: "\(Repository.folder)/\(path)"))
    }

    @Test("Each block of YAML in the skill is a valid spec or a part of one", arguments: skill.blocks("yaml"))
    func specs(block: String) {
        // given
        let header = block.hasPrefix("nettask: ") ? "" : "nettask: 1\nclient: API\nbaseURL: https://api.example.com\n"

        // when
        let result = SpecReader.read(sources: [.init(path: "skill.nettask.yaml", text: header + block)])

        // then
        #expect(result.diagnostics.map(\.description) == [])
        #expect(result.specs.count == 1)
    }

    @Test("The skill has the form of agentskills.io, and at most 170 lines")
    func form() throws {
        let head = try #require(Self.skill.text.prefixMatch(of: /---\nname: (.+)\ndescription: (.+)\n(?:.+\n)*---\n/))
        #expect(Self.skill.path.contains("/\(head.output.1)/"))
        #expect(head.output.2.count <= 1_024)
        #expect(Self.skill.blocks("yaml").count > 1)
        #expect(Self.skill.text.count { $0 == "\n" } <= 170)
    }

    @Test("Each file, folder and target of make in AGENTS.md exists")
    func names() {
        let paths = Self.agents.text.matches(of: /(?:Sources|Tests|Scripts|Specs|\.ci)\/[\w\/.+-]*\w/)
            .map { String($0.output) }
        let makefile = Repository.text(of: Repository.folder + "/Makefile")
        let targets = Self.agents.text.matches(of: /make ([a-z][a-z-]*)/).map { String($0.output.1) }
        #expect(paths.count > 10 && targets.count > 4)
        #expect(paths.filter { !FileManager.default.fileExists(atPath: "\(Repository.folder)/\($0)") } == [])
        #expect(targets.filter { !makefile.contains("\n\($0):") && !makefile.contains("\n\($0) ") } == [])
    }
}
