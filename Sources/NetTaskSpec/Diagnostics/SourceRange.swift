/// A stretch of a spec file. Lines and columns count from one; a column is a Unicode scalar.
package struct SourceRange: Sendable, Hashable {
    package var start: Position
    /// Just past the last character.
    package var end: Position

    package struct Position: Sendable, Hashable, Comparable {
        package var line: Int
        package var column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        package static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    package init(start: Position, end: Position) {
        self.start = start
        self.end = end
    }

    /// The start of a file: for values that were not read from one.
    package static let none = SourceRange(start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))
}
