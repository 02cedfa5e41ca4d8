import Foundation
import Subjects

/// Prints the table: what was measured warm is read from the benchmarks' results, and what is measured cold is run.
///
///     speed-table RESULTS FIRST-PARSE QUEUE-MEMORY
@main
struct SpeedTable {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            FileHandle.standardError.write(Data("usage: speed-table RESULTS FIRST-PARSE QUEUE-MEMORY\n".utf8))
            exit(64)
        }
        let results = try Results(file: URL(fileURLWithPath: arguments[1]))
        var rows = Subject.allCases.compactMap { subject in
            results.times(of: subject).map { times in
                Row(
                    subject: subject.title,
                    peer: subject.peer,
                    ours: times.ours,
                    theirs: times.peer,
                    target: subject.target
                )
            }
        }
        let first = try FirstParses(executable: URL(fileURLWithPath: arguments[2])).run()
        rows.append(
            Row(
                subject: "parse one small reply, cold",
                peer: "JSONDecoder",
                ours: first.ours,
                theirs: first.peer,
                target: 1
            )
        )
        print(Row.heading)
        for row in rows { print(row.line) }
        let bytes = try Program(URL(fileURLWithPath: arguments[3])).number()
        print("a waiting task takes \(Int(bytes)) bytes beside its own; target: at most 400")
    }
}
