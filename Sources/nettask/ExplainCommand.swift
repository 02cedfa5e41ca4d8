import ArgumentParser
import NetTaskAuthoring
import NetTaskSpec
import NetTaskTerminal

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains the code of a diagnostic, such as unknown-key.",
        discussion: """
            Prints the cause of the mistake, an example, the fix, and the address of the page on the site. Without a code, \
            it lists all codes.
            """
    )

    private static let names = DiagnosticCode.allCases.map(\.rawValue)

    @Argument(help: "The code, which a diagnostic shows in brackets.", completion: .list(ExplainCommand.names))
    var code: String?

    private var name: String? { code?.filter { !"[]".contains($0) } }

    func validate() throws {
        guard let name, DiagnosticCode(rawValue: name) == nil else { return }
        let advice = name.closestMatch(among: Self.names).map { "did you mean '\($0)'?" }
        throw ValidationError(
            "there is no code '\(name.visible(upTo: 60))'; \(advice ?? "'nettask explain' lists all codes")"
        )
    }

    func run() {
        if let code = name.flatMap(DiagnosticCode.init) {
            print(Self.text(of: code))
        } else {
            for code in DiagnosticCode.allCases { print(Self.line(about: code)) }
        }
    }

    /// The code and the first sentence of its page.
    private static func line(about code: DiagnosticCode) -> String {
        let cause = paragraphs(code.page[...])[1]
        let sentence = cause.firstRange(of: ". ").map { String(cause[..<$0.lowerBound]) + "." } ?? cause
        let width = names.map(\.count).max() ?? 0
        let space = String(repeating: " ", count: width - code.rawValue.count + 2)
        return Terminal.output.wrapped(code.rawValue + space + sentence, indent: width + 2)
    }

    /// The page as text for a terminal: without marks of Markdown, with indented specs, and with its address.
    private static func text(of code: DiagnosticCode) -> String {
        let parts = code.page.split(separator: "```").enumerated().flatMap { index, part -> [String] in
            if index % 2 == 0 { return paragraphs(part).map { Terminal.output.wrapped($0) } }
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
            return [lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")]
        }
        return ([String(parts[0].dropFirst(2))] + parts.dropFirst() + [code.address]).joined(separator: "\n\n")
    }

    /// Paragraphs of Markdown, each on one line.
    private static func paragraphs(_ text: Substring) -> [String] {
        text.split(separator: "\n\n").map { $0.split(separator: "\n").joined(separator: " ") }.filter { !$0.isEmpty }
    }
}
