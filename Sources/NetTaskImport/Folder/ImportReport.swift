package import NetTaskSpec

/// What of a document an import carried over, and what it left out and why.
package struct ImportReport: Sendable {
    /// How many single values the document and the files beside it hold.
    package private(set) var valueCount = 0
    package private(set) var carriedCount = 0
    package private(set) var leftOutCount = 0
    /// What was left out, by what that means for the client: what is sent or read differently first, what is only
    /// documentation last. Those without a kind are not there.
    package let sections: [Section]
    /// What the document cannot say, and a spec has to.
    package let notes: [String]
    private let document: String

    package struct Section: Sendable {
        /// `Only documentation`
        package var title: String
        /// Whether something is sent or read in another way than the document says.
        package var isGrave: Bool
        /// What occurs most comes first.
        package var kinds: [Kind]
        package var count: Int { kinds.reduce(0) { $0 + $1.count } }
    }

    /// All that was left out for one reason.
    package struct Kind: Sendable {
        /// The kind of the reason, which stays as it is when the wording changes.
        package var code: String
        package var reason: String
        /// How many single values those are.
        package var count: Int
        /// Each part of the document, by its place, with the number of its single values.
        package var parts: [(place: Diagnostic.Place, path: String, count: Int)]
    }

    init(_ run: ImportRun, document: String, notes: [String]) {
        self.document = document
        self.notes = notes
        let byReason = Dictionary(grouping: run.ledger.omissions, by: \.reason)
        sections = OmissionReason.Weight.allCases.compactMap { weight in
            let kinds = byReason.filter { $0.key.weight == weight }.map { Kind($0, $1, run) }
            if kinds.isEmpty { return nil }
            let sorted = kinds.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
            return Section(title: weight.title, isGrave: weight == .differs, kinds: sorted)
        }
        for root in run.files.documents {
            let count = run.ledger.count(root.node)
            valueCount += count.carried + count.leftOut + count.forgotten
            carriedCount += count.carried
            leftOutCount += count.leftOut
        }
    }

    /// `444 values, 401 carried over, 43 left out`
    package var summary: String {
        "\(valueCount) values, \(carriedCount) carried over, \(leftOutCount) left out"
    }

    /// The report for people, with a line for each part that was left out, in places that editors and terminals can follow.
    package var text: String {
        var text = "\(document.visible(upTo: .max)): \(summary)\n"
        if !notes.isEmpty {
            text += "\nNot in the document\n\n" + notes.map { "\($0.visible(upTo: .max))\n" }.joined()
        }
        for section in sections {
            text += "\n\(section.title): \(section.count)\n"
            for kind in section.kinds {
                text += "\n\(kind.reason) (\(kind.count)) [\(kind.code)]:\n"
                for part in kind.parts {
                    text += "\(part.place): \(part.path)\(part.count == 1 ? "" : " (\(part.count))")\n"
                }
            }
        }
        return text
    }

    /// Whether a report, and nothing else, begins with this line.
    static func isFirstLine(_ line: some Sequence<UInt8>) -> Bool {
        let words = String(decoding: Array(line), as: UTF8.self).split(whereSeparator: \.isWhitespace).suffix(8)
            .map { Int($0) == nil ? $0 : "0" }
        return words.joined(separator: " ") == "0 values, 0 carried over, 0 left out"
    }
}

extension ImportReport.Kind {
    fileprivate init(_ reason: OmissionReason, _ omissions: [Ledger.Omission], _ run: ImportRun) {
        code = reason.code.rawValue
        self.reason = reason.text
        count = omissions.reduce(0) { $0 + $1.leafCount }
        let sorted = omissions.sorted { ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start) }
        parts = sorted.map { omission in
            let path = (run.original(at: omission.range)?.path ?? omission.path).description.visible(upTo: .max)
            return (run.diagnostics.place(omission.range), path, omission.leafCount)
        }
    }
}
