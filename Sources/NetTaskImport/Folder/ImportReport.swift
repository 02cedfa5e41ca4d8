package import NetTaskSpec

/// The values of a document that an import carried over and left out, with the reasons.
package struct ImportReport: Sendable {
    /// The number of single values in the document and its other files.
    package private(set) var valueCount = 0
    package private(set) var carriedCount = 0
    package private(set) var leftOutCount = 0
    /// The values that were left out by severity: those that are sent or read differently first, documentation last. There
    /// are no empty sections.
    package let sections: [Section]
    /// The facts that a spec needs and the document does not state.
    package let notes: [String]
    private let document: String

    package struct Section: Sendable {
        /// `Only documentation`
        package var title: String
        /// Whether the client sends or reads these values differently.
        package var isGrave: Bool
        /// The kinds by frequency.
        package var kinds: [Kind]
        package var count: Int { kinds.reduce(0) { $0 + $1.count } }
    }

    /// The values that were left out for one reason.
    package struct Kind: Sendable {
        /// The stable code of the reason.
        package var code: String
        package var reason: String
        /// The number of single values.
        package var count: Int
        /// Whether the report lists the parts. It has one line for all parts that no endpoint uses.
        var isListed: Bool { code != OmissionReason.Code.unreferenced.rawValue }
        /// The parts of the document by place, with the number of their single values.
        package var parts: [(place: Diagnostic.Place, path: String, count: Int)]
    }

    init(_ run: ImportRun, document: String, notes: [String]) {
        self.document = document
        self.notes = notes
        let byReason = Dictionary(grouping: run.ledger.omissions) { omission in
            omission.reason.code == .unreferenced ? .unreferenced : omission.reason
        }
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

    /// The report for readers, with a line for each part that was left out. Editors and terminals can follow its places.
    package var text: String {
        var text = "\(document.visible(upTo: .max)): \(summary)\n"
        if !notes.isEmpty {
            text += "\nNot in the document\n\n" + notes.map { "\($0.visible(upTo: .max))\n" }.joined()
        }
        for section in sections {
            text += "\n\(section.title): \(section.count)\n"
            for kind in section.kinds {
                let line = "\n\(kind.reason) (\(kind.count)) [\(kind.code)]"
                text += kind.isListed ? "\(line):\n" : "\(line)\n"
                for part in kind.parts where kind.isListed {
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
