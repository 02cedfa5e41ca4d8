import Foundation

/// The clone that these tests were built in.
enum Repository {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of all tests.
    static let tests = folder + "/Tests"

    /// All files below a folder whose names end so, in the order of their paths.
    static func files(in folder: String, ending: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    static func text(of path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
