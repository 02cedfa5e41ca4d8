import Foundation
import NetTaskComparison
import NetTaskSpec

extension DiffReport {
    /// All differences with their kinds, on several lines.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(differences.map(Entry.init)), as: UTF8.self)
    }

    private struct Entry: Encodable {
        var kinds: [String]
        var path: String
        var message: String
        /// The spec that the place is in: `old` or `new`.
        var side: String
        var file: String
        var line: Int
        var column: Int

        init(_ difference: Difference) {
            kinds = Difference.Kind.allCases.filter(difference.kinds.contains).map(\.rawValue)
            path = difference.path
            message = difference.message
            side = difference.side.rawValue
            file = difference.place.file
            line = difference.place.range.start.line
            column = difference.place.range.start.column
        }
    }
}
