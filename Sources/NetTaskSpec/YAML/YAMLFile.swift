/// A YAML file of a run: its content, or the reason why it cannot be read.
package struct YAMLFile {
    package let path: String
    /// The number of the file.
    package let number: Int
    package let dialect: YAMLDialect
    private let contents: Swift.Result<SourceText, Unreadable>

    struct Unreadable: Error {
        var message: String
        var code = DiagnosticCode.unreadableFile
    }

    package init(path: String, number: Int, bytes: [UInt8], dialect: YAMLDialect = .spec) {
        self.path = path
        self.number = number
        self.dialect = dialect
        contents = Self.text(bytes, number, dialect)
    }

    /// Reads a file. Errors become diagnostics of the run.
    package init(path: String, number: Int, dialect: YAMLDialect = .spec) {
        self.path = path
        self.number = number
        self.dialect = dialect
        contents = Self.load(path, dialect).flatMap { Self.text($0, number, dialect) }
    }

    /// A missing file.
    package init(missing path: String, number: Int) {
        self.path = path
        self.number = number
        dialect = .spec
        contents = .failure(Self.missing)
    }

    /// The reason why the file cannot be read; `nil` if it can.
    package var problem: String? {
        if case .failure(let problem) = contents { problem.message } else { nil }
    }

    /// The YAML of the file; `nil` after a diagnostic, if there is no usable root.
    package func root(_ diagnostics: DiagnosticCollector) -> YAMLNode? {
        switch contents {
        case .failure(let problem):
            return diagnostics.at(.start(ofFile: number), problem.code).error(problem.message).none()
        case .success(let text):
            if let fault = text.firstFault {
                return diagnostics.at(SourceRange(file: number, at: text.position(ofByte: fault.offset)), fault.code)
                    .error(fault.message).none()
            }
            return YAMLComposer.compose(text, dialect, diagnostics: diagnostics)
        }
    }

    /// The text of the file; nil if it cannot be read.
    package var text: SourceText? { try? contents.get() }

    /// The texts of these lines, as far as they can be shown.
    package func lines(_ numbers: Set<Int>) -> [Int: String] {
        guard case .success(let text) = contents, !text.bytes.isEmpty else { return [:] }
        return text.lines(numbers).filter { $0.value.utf8.count <= Self.longestShownLine }
    }

    /// The longest line to show, in bytes. Longer lines are not intended for people.
    private static let longestShownLine = 65_536

    // MARK: Loading

    private static let missing = Unreadable(message: "this file does not exist")
    private static func text(_ bytes: [UInt8], _ number: Int, _ dialect: YAMLDialect)
        -> Swift.Result<SourceText, Unreadable>
    {
        guard bytes.count <= dialect.bytes else { return .failure(tooLarge(dialect)) }
        return .success(SourceText(bytes, file: number))
    }

    private static func tooLarge(_ dialect: YAMLDialect) -> Unreadable {
        Unreadable(message: "this file exceeds the limit of \(dialect.bytes / 1024 / 1024) MB", code: .limitExceeded)
    }

    private static func load(_ path: String, _ dialect: YAMLDialect) -> Swift.Result<[UInt8], Unreadable> {
        guard let status = FileStatus(path) else { return .failure(missing) }
        if status.isFolder { return .failure(Unreadable(message: "this is a folder, not \(dialect.noun)")) }
        guard status.isRegular else { return .failure(Unreadable(message: "not a regular file")) }
        guard status.size <= dialect.bytes else { return .failure(tooLarge(dialect)) }
        do {
            return .success(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        } catch {
            guard FileManager.default.isReadableFile(atPath: path) else {
                return .failure(Unreadable(message: "this file cannot be read: permission denied"))
            }
            return .failure(Unreadable(message: "this file cannot be read: \(reason(of: error))"))
        }
    }
}

/// The limits of a spec file, so that no file can exhaust memory, time or the stack.
package enum YAMLBudget {
    /// Bytes of one file.
    package static let bytes = 16 * 1024 * 1024
    /// The number of extended files outside of a run.
    package static let extendedFiles = 1_000
    /// The nesting of lists and maps, including aliases.
    package static let depth = 64
    /// The number of values in one file. Values behind aliases count each time. The limit for aliases applies to all kinds
    /// of files.
    package static let nodes = 1_000_000
    /// Unicode scalars of one name.
    package static let identifierLength = 255
    /// The number of keys in a path into a reply, limited by the deepest JSON that is read.
    package static let pathLength = RuntimeDefaults.jsonDepth
    /// The number of Unicode scalars of a separator, which is repeated in all names.
    package static let separatorLength = 16
    /// The number of lines that begin with `%`: libyaml compares each directive with all previous ones.
    package static let directives = 64
}

/// The limits of a kind of YAML file, so that no file can exhaust memory, time or the stack.
package struct YAMLDialect: Sendable {
    /// The name of such a file in messages: "a spec file".
    package var noun: String
    /// The beginning of such a file, for the message about an empty file.
    package var opening: String
    /// Bytes of one file.
    package var bytes: Int
    /// The nesting of lists and maps, including aliases.
    package var depth: Int
    /// The number of values in one file. Values behind aliases count each time.
    package var nodes: Int
    /// Whether other programs write such files. Then a key may lack a value, and a value may have a YAML tag, such as
    /// `!!int`.
    package var isForeign = false

    package init(
        noun: String,
        opening: String,
        bytes: Int,
        depth: Int,
        nodes: Int,
        isForeign: Bool = false
    ) {
        self.isForeign = isForeign
        self.noun = noun
        self.opening = opening
        self.bytes = bytes
        self.depth = depth
        self.nodes = nodes
    }

    /// Files of the spec language.
    package static let spec = YAMLDialect(
        noun: "a spec file",
        opening: "nettask: 1",
        bytes: YAMLBudget.bytes,
        depth: YAMLBudget.depth,
        nodes: YAMLBudget.nodes
    )
}
