import Figures
import Report
import Testing

@Suite struct ResultsPageTests {
    private func page(_ change: (inout Results) -> Void = { _ in }) -> String {
        var results = Results()
        results.figures = Sample.figures
        change(&results)
        return ResultsPage.markdown(of: results, Sample.circumstances)
    }

    @Test("The page says when, of what and where was measured")
    func circumstances() {
        let page = page()
        #expect(page.contains("| measured | 2026-01-02 |\n| commit | abcdef |\n"))
        #expect(page.contains("| machine | Some CPU, 2 cores, 24 GiB of memory, Linux, x86_64 |\n| Swift | 6.3 |\n"))
    }

    @Test("Each concern has a table of its own, with numbers at the right")
    func tables() {
        #expect(
            page().contains(
                """
                ## Building

                | subject | NetTask | peer | | ratio | target | |
                |---|--:|--:|---|--:|---|---|
                | cold build | 40.0 s | 200 s | generator | 5× | at least 5× | met |
                """
            )
        )
    }

    @Test("Documents are listed with the data that identifies them")
    func data() {
        let page = page { $0.data = [Sample.data] }
        #expect(page.contains("## Data\n"))
        #expect(page.contains("| a.yaml | 3 | 12 | `abc` | nowhere |\n"))
    }

    @Test("What was not measured is said, and nothing of it if all was")
    func leftOut() {
        #expect(page { $0.leftOut = ["Much: give more."] }.hasSuffix("## Not measured\n\n- Much: give more.\n"))
        #expect(!page().contains("Not measured"))
    }

    @Test("A bar in a name does not end its cell")
    func escaping() {
        let page = page { $0.figures = [Figure(.json, "a|b", .bytes, ours: 1)] }
        #expect(page.contains("| a\\|b | 1 B | - | | - | - | |"))
    }
}
