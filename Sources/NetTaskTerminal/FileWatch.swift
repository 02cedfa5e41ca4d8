import Foundation

/// Does something again each time that files change which it depends on. It looks at their dates and sizes.
package struct FileWatch {
    private let wait: () throws -> Void

    /// - Parameter wait: Called between two looks. What it throws ends the watch.
    package init(wait: @escaping () throws -> Void = { Thread.sleep(forTimeInterval: 0.2) }) {
        self.wait = wait
    }

    /// - Parameters:
    ///   - files: The files that are known without a run. Called at each look, so that new ones are seen.
    ///   - run: Called at once, and then after changes, once two looks see the same: a file may be being written. It is given
    ///     the files that changed, sorted, and returns those that it came upon.
    /// - Throws: What the wait throws.
    package func run(_ files: () -> [String], _ run: (_ changed: [String]) -> [String]) throws {
        var known = files()
        var seen = Self.stamps(known)
        var changed: [String] = []
        while true {
            let start = Date()
            let found = run(changed)
            // What an earlier run came upon may be needed no more.
            let needed = Set(known + found)
            seen = seen.filter { needed.contains($0.key) }
            for path in found where seen[path] == nil {
                let stamp = Stamp(path)
                // It may have changed while it was read; then it has to be read again. Dates of files lag a little.
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

    /// By what a change of a file is seen.
    private struct Stamp: Equatable {
        var date: Date?
        var size: Int?
        var number: Int?

        static let unknown = Stamp(size: -1)

        private init(size: Int) { self.size = size }

        /// That of no file, if there is none.
        init(_ path: String) {
            let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            date = attributes?[.modificationDate] as? Date
            size = (attributes?[.size] as? NSNumber)?.intValue
            number = (attributes?[.systemFileNumber] as? NSNumber)?.intValue
        }
    }
}
