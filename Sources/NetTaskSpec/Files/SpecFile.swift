internal import Foundation

/// One file of a run: what it holds, or why it cannot be read.
struct SpecFile {
    let path: String
    /// What places in this file call it.
    let number: Int
    private let contents: Swift.Result<SourceText, Unreadable>

    struct Unreadable: Error {
        var message: String
    }

    init(path: String, number: Int, bytes: [UInt8]) {
        self.path = path
        self.number = number
        contents = Self.text(bytes, number)
    }

    /// Reads a file; what goes wrong becomes a diagnostic of the run.
    init(path: String, number: Int) {
        self.path = path
        self.number = number
        contents = Self.load(path).flatMap { Self.text($0, number) }
    }

    /// A file that is not there.
    init(missing path: String, number: Int) {
        self.path = path
        self.number = number
        contents = .failure(Self.missing)
    }

    /// Why the file cannot be read; nil where it can.
    var problem: String? {
        if case .failure(let problem) = contents { problem.message } else { nil }
    }

    /// The YAML of the file; nil after a diagnostic that leaves nothing to go on with.
    func root(_ diagnostics: DiagnosticCollector) -> YAMLNode? {
        switch contents {
        case .failure(let problem):
            diagnostics.error(problem.message, at: .start(ofFile: number))
            return nil
        case .success(let text):
            if let fault = text.firstFault {
                diagnostics.error(fault.message, at: SourceRange(file: number, at: text.position(ofByte: fault.offset)))
                return nil
            }
            return YAMLComposer.compose(text, diagnostics: diagnostics)
        }
    }

    /// Those of the lines asked for that can be shown.
    func lines(_ numbers: Set<Int>) -> [Int: String] {
        guard case .success(let text) = contents, !text.bytes.isEmpty else { return [:] }
        return text.lines(numbers).filter { $0.value.utf8.count <= Self.longestShownLine }
    }

    /// A longer line, in bytes, was not written to be read.
    private static let longestShownLine = 65_536

    // MARK: Loading

    private static let missing = Unreadable(message: "there is no such file")
    private static let tooLarge = "this file is larger than \(YAMLBudget.bytes / 1024 / 1024) MB"

    private static func text(_ bytes: [UInt8], _ number: Int) -> Swift.Result<SourceText, Unreadable> {
        guard bytes.count <= YAMLBudget.bytes else { return .failure(Unreadable(message: tooLarge)) }
        return .success(SourceText(bytes, file: number))
    }

    private static func load(_ path: String) -> Swift.Result<[UInt8], Unreadable> {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return .failure(missing)
        }
        guard !isDirectory.boolValue else {
            return .failure(Unreadable(message: "this is a folder, not a spec file"))
        }
        do {
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true else {
                return .failure(Unreadable(message: "this is no regular file"))
            }
            guard values.fileSize ?? 0 <= YAMLBudget.bytes else { return .failure(Unreadable(message: tooLarge)) }
            return .success(Array(try Data(contentsOf: url)))
        } catch {
            guard FileManager.default.isReadableFile(atPath: path) else {
                return .failure(Unreadable(message: "this file cannot be read: permission denied"))
            }
            return .failure(Unreadable(message: "this file cannot be read: \(error.localizedDescription)"))
        }
    }
}
