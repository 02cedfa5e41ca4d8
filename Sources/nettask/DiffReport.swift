import NetTaskComparison
import NetTaskSpec

/// What `diff` prints.
struct DiffReport {
    let differences: [Difference]

    init(_ differences: [Difference]) {
        self.differences = differences
    }

    func differences(of kind: Difference.Kind) -> [Difference] {
        differences.filter { $0.kinds.contains(kind) }
    }

    /// What breaks nothing and adds nothing.
    private var others: [Difference] {
        differences.filter { $0.kinds.isSubset(of: [.delivery, .other]) }
    }

    /// A difference that breaks both sides is under both headings. Of others, those of delivery have lines.
    var text: String {
        let sections = [
            section("Breaks callers", differences(of: .callers)),
            section("Breaks the server's side", differences(of: .server)),
            section("Additive", differences(of: .additive)),
            section("Other", others, lines: others.filter { $0.kinds.contains(.delivery) }),
        ]
        return sections.joined(separator: "\n\n")
    }

    private func section(_ title: String, _ differences: [Difference], lines: [Difference]? = nil) -> String {
        let lines = (lines ?? differences).map { "\($0.place): \($0.path): \($0.message)" }
        return (["\(title): \(differences.count)"] + lines).joined(separator: "\n")
    }
}
