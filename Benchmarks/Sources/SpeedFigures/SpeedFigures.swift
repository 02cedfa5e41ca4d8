import Figures
import Foundation
import Subjects

/// Records the results of Benchmark, and measures the first parse of a process, and the
/// memory of waiting tasks.
///
///     speed-figures RESULTS FIRST-PARSE QUEUE-MEMORY
@main
struct SpeedFigures {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            FileHandle.standardError.write(Data("usage: speed-figures RESULTS FIRST-PARSE QUEUE-MEMORY\n".utf8))
            exit(64)
        }
        var recorder = Recorder("speed")
        let medians = try Medians(file: URL(fileURLWithPath: arguments[1]))
        for subject in Subject.allCases {
            guard let times = medians.times(of: subject) else { continue }
            try recorder.add(
                Figure(
                    subject.concern,
                    subject.title,
                    .seconds,
                    ours: times.ours / 1e9,
                    peer: .init(subject.peer, times.peer / 1e9, isNetTask: subject.isOfNetTaskAlone),
                    target: subject.target.map { .ratio(atLeast: $0) }
                )
            )
        }
        let first = try FirstParses(executable: URL(fileURLWithPath: arguments[2])).run()
        try recorder.add(
            Figure(
                .json,
                "parse one small reply, cold",
                .seconds,
                ours: first.ours / 1e9,
                peer: .init("JSONDecoder", first.peer / 1e9),
                target: .ratio(atLeast: 1)
            )
        )
        try recorder.add(
            Figure(
                .queue,
                "memory of a waiting task",
                .bytes,
                ours: try Program(URL(fileURLWithPath: arguments[3])).number(),
                target: .figure(atMost: 400)
            )
        )
    }
}
