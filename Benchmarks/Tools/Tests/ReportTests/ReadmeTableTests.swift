import Figures
import Report
import Testing

@Suite struct ReadmeTableTests {
    private let readme = "before\n<!-- written by make bench -->\nold\n<!-- end -->\nafter\n"

    private func written(_ figures: [Figure]) -> String? {
        var results = Results()
        results.figures = figures
        return ReadmeTable.readme(readme, with: results, Sample.circumstances)
    }

    @Test("The table replaces the old one, with the machine and the versions")
    func place() throws {
        let posts = Figure(.json, "parse 10,000 posts", .seconds, ours: 0.004, peer: .init("JSONDecoder", 0.048))
        #expect(
            written([posts]) == """
                before
                <!-- written by make bench -->
                | subject | NetTask | peer | | ratio |
                |---|--:|--:|---|--:|
                | parse 10,000 posts | 4.00 ms | 48.0 ms | JSONDecoder | 12× |

                Measured on 2026-01-02, at commit abcdef: Some CPU, 2 cores, 24 GiB of memory, Linux, x86_64, Swift 6.3.
                <!-- end -->
                after

                """
        )
    }

    @Test("Each figure that is worse than its peer's has a row, unless the peer is NetTask")
    func losses() throws {
        let text = try #require(
            written([
                Figure(.http, "a loss", .seconds, ours: 2, peer: .init("p", 1)),
                Figure(.http, "a win", .seconds, ours: 1, peer: .init("p", 2)),
                Figure(.queue, "a comparison", .seconds, ours: 2, peer: .init("less", 1, isNetTask: true)),
                Figure(.queue, "no peer", .seconds, ours: 2),
            ])
        )
        #expect(text.contains("| a loss | 2.00 s | 1.00 s | p | 0.50× |"))
        #expect(!text.contains("a win") && !text.contains("a comparison") && !text.contains("no peer"))
    }

    @Test("A README without a place for the table is not changed")
    func missing() {
        #expect(ReadmeTable.readme("before\nafter\n", with: Results(), Sample.circumstances) == nil)
    }
}
