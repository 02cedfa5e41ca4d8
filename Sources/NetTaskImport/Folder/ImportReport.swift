import NetTaskSpec

/// What of a document an import carried over, and what it left out and why.
package struct ImportReport: Sendable {
    /// How many single values the document and the files beside it hold.
    package private(set) var valueCount = 0
    package private(set) var carriedCount = 0
    package private(set) var leftOutCount = 0
    /// The report for people, with a line for each part that was left out, by reason and then by place, which editors and
    /// terminals can follow.
    package private(set) var text = ""

    init(_ run: ImportRun, document: String) {
        for root in run.files.documents {
            let count = run.ledger.count(root.node)
            valueCount += count.carried + count.leftOut + count.forgotten
            carriedCount += count.carried
            leftOutCount += count.leftOut
        }
        text = "\(document): \(summary)\n"
        let byReason = Dictionary(grouping: run.ledger.omissions, by: \.reason)
        for (reason, omissions) in byReason.sorted(by: { $0.key < $1.key }) {
            text += "\n\(reason) (\(omissions.reduce(0) { $0 + $1.leafCount })):\n"
            let sorted = omissions.sorted {
                ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start)
            }
            for omission in sorted {
                let count = omission.leafCount == 1 ? "" : " (\(omission.leafCount))"
                text += "\(run.diagnostics.place(omission.range)): \(omission.path)\(count)\n"
            }
        }
    }

    /// `444 values, 401 carried over, 43 left out`
    package var summary: String {
        "\(valueCount) values, \(carriedCount) carried over, \(leftOutCount) left out"
    }

    /// Whether a report, and nothing else, begins with this line.
    static func isFirstLine(_ line: some Sequence<UInt8>) -> Bool {
        let words = String(decoding: Array(line), as: UTF8.self).split(whereSeparator: \.isWhitespace).suffix(8)
            .map { Int($0) == nil ? $0 : "0" }
        return words.joined(separator: " ") == "0 values, 0 carried over, 0 left out"
    }
}
