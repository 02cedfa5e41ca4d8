/// A stretch of a spec file. Lines and columns count from one; a column is a Unicode scalar.
package struct SourceRange: Sendable, Hashable {
    /// Which file of the run it is, by the order in which the run came upon them; the collector knows their paths.
    package var file: Int
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

    package init(file: Int = 0, start: Position, end: Position) {
        self.file = file
        self.start = start
        self.end = end
    }

    /// A place of no length.
    package init(file: Int = 0, at position: Position) {
        self.init(file: file, start: position, end: position)
    }

    /// The start of a file: for what is wrong with the file itself, or with what it does not say.
    package static func start(ofFile file: Int) -> SourceRange {
        SourceRange(file: file, at: Position(line: 1, column: 1))
    }

    /// For values that were not read from a file.
    package static let none = start(ofFile: 0)
}
