internal import Foundation

/// One YAML file of a run: what it holds, or why it cannot be read.
package struct YAMLFile {
    package let path: String
    /// What places in this file call it.
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

    /// Reads a file; what goes wrong becomes a diagnostic of the run.
    package init(path: String, number: Int, dialect: YAMLDialect = .spec) {
        self.path = path
        self.number = number
        self.dialect = dialect
        contents = Self.load(path, dialect).flatMap { Self.text($0, number, dialect) }
    }

    /// A file that is not there.
    package init(missing path: String, number: Int) {
        self.path = path
        self.number = number
        dialect = .spec
        contents = .failure(Self.missing)
    }

    /// Why the file cannot be read; nil where it can.
    package var problem: String? {
        if case .failure(let problem) = contents { problem.message } else { nil }
    }

    /// The YAML of the file; nil after a diagnostic that leaves nothing to go on with.
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

    /// Those of the lines asked for that can be shown.
    package func lines(_ numbers: Set<Int>) -> [Int: String] {
        guard case .success(let text) = contents, !text.bytes.isEmpty else { return [:] }
        return text.lines(numbers).filter { $0.value.utf8.count <= Self.longestShownLine }
    }

    /// A longer line, in bytes, was not written to be read.
    private static let longestShownLine = 65_536

    // MARK: Loading

    private static let missing = Unreadable(message: "there is no such file")
    private static func text(_ bytes: [UInt8], _ number: Int, _ dialect: YAMLDialect)
        -> Swift.Result<SourceText, Unreadable>
    {
        guard bytes.count <= dialect.bytes else { return .failure(tooLarge(dialect)) }
        return .success(SourceText(bytes, file: number))
    }

    private static func tooLarge(_ dialect: YAMLDialect) -> Unreadable {
        Unreadable(message: "this file is larger than \(dialect.bytes / 1024 / 1024) MB", code: .limitExceeded)
    }

    private static func load(_ path: String, _ dialect: YAMLDialect) -> Swift.Result<[UInt8], Unreadable> {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return .failure(missing) }
        guard !isDirectory.boolValue else {
            return .failure(Unreadable(message: "this is a folder, not \(dialect.noun)"))
        }
        do {
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true else { return .failure(Unreadable(message: "this is no regular file")) }
            guard values.fileSize ?? 0 <= dialect.bytes else { return .failure(tooLarge(dialect)) }
            return .success(Array(try Data(contentsOf: url)))
        } catch {
            guard FileManager.default.isReadableFile(atPath: path) else {
                return .failure(Unreadable(message: "this file cannot be read: permission denied"))
            }
            return .failure(Unreadable(message: "this file cannot be read: \(error.localizedDescription)"))
        }
    }
}

/// How much a spec file may ask for, so that none can exhaust memory, time or the stack.
package enum YAMLBudget {
    /// Bytes of one file.
    package static let bytes = 16 * 1024 * 1024
    /// Files outside of a run that its files extend.
    package static let extendedFiles = 1_000
    /// How deep lists and maps may be nested, aliases followed.
    package static let depth = 64
    /// Values of one file, those reached through aliases counted each time. No file of any kind has more behind aliases.
    package static let nodes = 1_000_000
    /// Unicode scalars of one name.
    package static let identifierLength = 255
    /// Keys of a path into a reply: no JSON that is read is nested deeper.
    package static let pathLength = RuntimeDefaults.jsonDepth
    /// Unicode scalars of a separator, which stands between all words of all names.
    package static let separatorLength = 16
    /// Lines that begin with `%`: libyaml compares each directive with all before it.
    package static let directives = 64
}

/// What a kind of YAML file may ask for, so that none can exhaust memory, time or the stack.
package struct YAMLDialect: Sendable {
    /// What messages call such a file: "a spec file".
    package var noun: String
    /// What one begins with, for whoever left it empty.
    package var opening: String
    /// Bytes of one file.
    package var bytes: Int
    /// How deep lists and maps may be nested, aliases followed.
    package var depth: Int
    /// Values of one file, those reached through aliases counted each time.
    package var nodes: Int
    /// Whether other programs write such files: a key may lack a value, and a value may have a tag of YAML, such as `!!int`.
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
