import Foundation
import NetTaskTerminal
import Testing

@Suite("A watch of files")
struct FileWatchTests {
    /// Ends a watch.
    private struct End: Error {}

    /// Watches files in a folder of its own, and does a step at each look.
    private final class Ground {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        var steps: [() throws -> Void] = []
        /// Which files each run was told of.
        private(set) var runs: [[String]] = []

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// - Parameter age: How many seconds before the run it was written, by its date; by default an hour.
        func write(_ text: String, to name: String, age: TimeInterval = 3_600) throws {
            let url = folder.appending(path: name)
            try Data(text.utf8).write(to: url)
            try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: url.path)
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.appending(path: name)) }

        private func paths(_ names: [String]) -> [String] { names.map { folder.appending(path: $0).path } }

        /// - Parameters:
        ///   - files: Those that are known without a run; nil for all of the folder.
        ///   - found: Those that the first run comes upon.
        ///   - later: Those that later ones do; by default the same.
        func watch(_ files: [String]? = nil, found: [String] = [], later: [String]? = nil) {
            let watch = FileWatch { [self] in
                guard !steps.isEmpty else { throw End() }
                try steps.removeFirst()()
            }
            let all = { (try? FileManager.default.contentsOfDirectory(atPath: self.folder.path)) ?? [] }
            #expect(throws: End.self) {
                try watch.run({ paths(files ?? all()) }) { changed in
                    runs.append(changed.map { URL(fileURLWithPath: $0).lastPathComponent })
                    return paths(runs.count == 1 ? found : later ?? found)
                }
            }
        }
    }

    @Test("runs at once, and again only when a file has changed")
    func changes() throws {
        // given
        let ground = try Ground()
        try ground.write("a", to: "a")
        try ground.write("b", to: "b")
        ground.steps = [{}, {}, { try ground.write("more", to: "b") }, {}, {}, {}]

        // when
        ground.watch()

        // then
        #expect(ground.runs == [[], ["b"]])
    }

    @Test("detects added and removed files")
    func comeAndGo() throws {
        // given
        let ground = try Ground()
        try ground.write("a", to: "a")
        ground.steps = [{ try ground.write("b", to: "b") }, {}, { try ground.remove("a") }, {}, {}]

        // when
        ground.watch()

        // then
        #expect(ground.runs == [[], ["b"], ["a"]])
    }

    @Test("waits until a file that is being written is unchanged")
    func halfWritten() throws {
        // given
        let ground = try Ground()
        try ground.write("a", to: "a")
        ground.steps = [
            { try ground.write("ab", to: "a") }, { try ground.write("abc", to: "a") },
            { try ground.write("abcd", to: "a") }, {}, {},
        ]

        // when
        ground.watch()

        // then
        #expect(ground.runs == [[], ["a"]])
    }

    @Test("detects changes of files that a run found, even of missing ones")
    func found() throws {
        // given
        let ground = try Ground()
        try ground.write("a", to: "a")
        try ground.write("b", to: "b")
        ground.steps = [{}, { try ground.write("more", to: "b") }, {}, { try ground.write("c", to: "c") }, {}, {}]

        // when
        ground.watch(["a"], found: ["b", "c"])

        // then
        #expect(ground.runs == [[], ["b"], ["c"]])
    }

    @Test("reads a file again that changed during a run")
    func changedMeanwhile() throws {
        // given
        let ground = try Ground()
        try ground.write("a", to: "a")
        try ground.write("b", to: "b", age: -60)
        ground.steps = [{}, {}, {}, {}]

        // when
        ground.watch(["a"], found: ["b"])

        // then
        #expect(ground.runs == [[], ["b"]])
    }

    @Test("ignores a file that only an earlier run found")
    func forgotten() throws {
        // given
        let ground = try Ground()
        try ground.write("a", to: "a")
        try ground.write("b", to: "b")
        ground.steps = [{ try ground.write("more", to: "a") }, {}, { try ground.write("more", to: "b") }, {}, {}]

        // when
        ground.watch(["a"], found: ["b"], later: [])

        // then
        #expect(ground.runs == [[], ["a"]])
    }
}
