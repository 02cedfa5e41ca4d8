import Foundation

/// Repeats an action whenever one of its files changes. It compares the dates and sizes of the files.
package struct FileWatch {
    private let wait: () throws -> Void

    /// - Parameter wait: called between two checks. If it throws, the watch ends.
    package init(wait: @escaping () throws -> Void = { Thread.sleep(forTimeInterval: 0.2) }) {
        self.wait = wait
    }

    /// Runs an action now, and again after each change.
    ///
    /// - Parameters:
    ///   - files: returns the files that are known without a run. Called at each check, so that new files are found.
    ///   - run: called immediately, and then after each change as soon as two checks are equal, since a file may still be
    ///     written. It gets the changed files, sorted, and returns the files that it used.
    /// - Throws: the error of the wait.
    package func run(_ files: () -> [String], _ run: (_ changed: [String]) -> [String]) throws {
        var known = files()
        var seen = Self.stamps(known)
        var changed: [String] = []
        while true {
            let start = Date()
            let found = run(changed)
            // Files of an earlier run may no longer be needed.
            let needed = Set(known + found)
            seen = seen.filter { needed.contains($0.key) }
            for path in found where seen[path] == nil {
                let stamp = Stamp(path)
                // A file may change while it is read, and must then be read again. The dates of files are slightly late.
                seen[path] = stamp.date.map { $0 > start - 0.02 } == true ? .unknown : stamp
            }
            func look() throws -> [String: Stamp] {
                try wait()
                known = files()
                return Self.stamps(known + found)
            }
            repeat {
                var now = try look()
                while now != seen {
                    let before = now
                    now = try look()
                    if now == before { break }
                }
                changed = Set(seen.keys).union(now.keys).filter { seen[$0] != now[$0] }.sorted()
                seen = now
            } while changed.isEmpty
        }
    }

    private static func stamps(_ paths: [String]) -> [String: Stamp] {
        Dictionary(paths.map { ($0, Stamp($0)) }) { first, _ in first }
    }

    /// The attributes by which a change of a file is detected.
    private struct Stamp: Equatable {
        var date: Date?
        var size: Int?
        var number: Int?

        static let unknown = Stamp(size: -1)

        private init(size: Int) { self.size = size }

        /// Reads the attributes of a file; all are nil if it does not exist.
        init(_ path: String) {
            let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            date = attributes?[.modificationDate] as? Date
            size = (attributes?[.size] as? NSNumber)?.intValue
            number = (attributes?[.systemFileNumber] as? NSNumber)?.intValue
        }
    }
}
