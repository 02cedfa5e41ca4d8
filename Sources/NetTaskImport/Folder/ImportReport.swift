package import NetTaskSpec

/// What of a document an import carried over, and what it left out and why.
package struct ImportReport: Sendable {
    /// How many single values the document and the files beside it hold.
    package var valueCount = 0
    package var carriedCount = 0
    package var leftOutCount = 0
    /// What was left out, by reason and then by place.
    package var groups: [Group]
    private var document: String

    package struct Group: Sendable {
        package var reason: String
        package var omissions: [Omission]
        /// How many values they are.
        package var valueCount: Int { omissions.reduce(0) { $0 + $1.valueCount } }
    }

    package struct Omission: Sendable {
        package var place: Diagnostic.Place
        /// A pointer into the document: `#/paths/~1pets/get/x-id`.
        package var path: String
        package var valueCount: Int
    }

    init(_ run: ImportRun, document: String) {
        self.document = document
        let omissions = run.ledger.omissions.sorted { left, right in
            (left.reason, left.range.file, left.range.start) < (right.reason, right.range.file, right.range.start)
        }
        groups = []
        for omission in omissions {
            if groups.last?.reason != omission.reason { groups.append(Group(reason: omission.reason, omissions: [])) }
            let path = omission.path.description
            let place = run.diagnostics.place(omission.range)
            groups[groups.count - 1].omissions.append(
                Omission(place: place, path: path, valueCount: omission.leafCount)
            )
        }
        for root in run.files.documents {
            let count = run.ledger.count(root.node)
            valueCount += count.carried + count.leftOut + count.forgotten
            carriedCount += count.carried
            leftOutCount += count.leftOut
        }
    }

    /// The report as text for people, with a line for each omission that editors and terminals can follow.
    package var text: String {
        var text = "\(document): \(summary)\n"
        for group in groups {
            text += "\n\(group.reason) (\(group.valueCount)):\n"
            for omission in group.omissions {
                let count = omission.valueCount == 1 ? "" : " (\(omission.valueCount))"
                text += "\(omission.place): \(omission.path)\(count)\n"
            }
        }
        return text
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
