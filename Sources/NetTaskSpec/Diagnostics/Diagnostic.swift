/// One thing that is wrong with a spec: what, where, and what to do about it.
package struct Diagnostic: Sendable, Hashable {
    package var severity: Severity
    package var message: String
    package var place: Place
    package var notes: [Note]
    /// What was probably meant, such as `method` where `metod` was written.
    package var suggestion: String?
    /// The text of the line that `place` starts in; nil where there is none, as in a missing file.
    package var sourceLine: String?

    package enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    /// A stretch of one file.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var range: SourceRange

        package init(file: String, range: SourceRange) {
            self.file = file
            self.range = range
        }
    }

    /// More about a diagnostic, with a place of its own.
    package struct Note: Sendable, Hashable {
        package var message: String
        package var place: Place

        package init(_ message: String, at place: Place) {
            self.message = message
            self.place = place
        }
    }

    package init(
        severity: Severity = .error,
        message: String,
        place: Place,
        notes: [Note] = [],
        suggestion: String? = nil,
        sourceLine: String? = nil
    ) {
        self.severity = severity
        self.message = message
        self.place = place
        self.notes = notes
        self.suggestion = suggestion
        self.sourceLine = sourceLine
    }
}

extension Diagnostic {
    /// By file in the order of the run, then by place: the order in which a person mends them.
    static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.sorted { left, right in
            let (leftRange, rightRange) = (left.place.range, right.place.range)
            if leftRange.file != rightRange.file { return leftRange.file < rightRange.file }
            if leftRange.start != rightRange.start { return leftRange.start < rightRange.start }
            return left.message < right.message
        }
    }
}
