internal import Foundation

/// One file of a run: what it holds, or why it cannot be read.
struct SpecFile {
    let path: String
    private let contents: Swift.Result<SourceText, Unreadable>

    struct Unreadable: Error {
        var message: String
    }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        contents = Self.text(bytes)
    }

    /// Reads a file; what goes wrong becomes a diagnostic of the run.
    init(path: String) {
        self.path = path
        contents = Self.load(path).flatMap { Self.text($0) }
    }

    /// The spec as far as it could be read; of use only if the collector stays empty.
    func spec(_ diagnostics: DiagnosticCollector) -> Spec? {
        switch contents {
        case .failure(let problem):
            diagnostics.error(problem.message, at: .none)
            return nil
        case .success(let text):
            if let fault = text.firstFault {
                let position = text.position(ofByte: fault.offset)
                diagnostics.error(fault.message, at: SourceRange(start: position, end: position))
                return nil
            }
            guard let root = YAMLComposer.compose(text, diagnostics: diagnostics) else { return nil }
            return SpecDecoder(path: path, diagnostics: diagnostics).decode(root)
        }
    }

    /// The diagnostics with the lines that they are about.
    func withSourceLines(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        guard case .success(let text) = contents, !text.bytes.isEmpty, !diagnostics.isEmpty else { return diagnostics }
        let lines = text.lines(Set(diagnostics.map(\.place.range.start.line)))
        return diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            let line = lines[diagnostic.place.range.start.line]
            diagnostic.sourceLine = (line?.utf8.count ?? 0) <= Self.longestShownLine ? line : nil
            return diagnostic
        }
    }

    /// A longer line, in bytes, was not written to be read.
    private static let longestShownLine = 65_536

    // MARK: Loading

    private static let tooLarge = "this file is larger than \(YAMLBudget.bytes / 1024 / 1024) MB"

    private static func text(_ bytes: [UInt8]) -> Swift.Result<SourceText, Unreadable> {
        guard bytes.count <= YAMLBudget.bytes else { return .failure(Unreadable(message: tooLarge)) }
        return .success(SourceText(bytes))
    }

    private static func load(_ path: String) -> Swift.Result<[UInt8], Unreadable> {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return .failure(Unreadable(message: "there is no such file"))
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
