import Foundation
import HTTPTypes
import NetTaskRuntime
import PackedTasks

/// Sends tasks with params of all types to a server, and compares what parsers see there with the params.
///
///     server-check URL [COUNT [SEED]]
@main
struct ServerCheck {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: server-check URL [COUNT [SEED]]")
            exit(2)
        }
        let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 5_000
        let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : 1
        var check = ServerCheck(queue: HTTPNetTaskQueue(baseURL: arguments[1]), programs: Programs(seed: seed))
        for index in 0..<count {
            switch index % 4 {
            case 0: await check.send(Query.self)
            case 1: await check.send(Form.self)
            case 2: await check.send(JSON.self)
            default: await check.send(Multipart.self)
            }
        }
        print(
            "\(count) tasks of seed \(seed): \(check.sent) sent with \(check.params) params, \(check.refused) refused"
        )
        print("\(check.lines) lines compared; \(check.failures) failures")
        exit(check.failures == 0 && check.sent > 0 ? 0 : 1)
    }

    private let queue: HTTPNetTaskQueue
    private var programs: Programs
    private var sent = 0
    private var params = 0
    private var refused = 0
    private var lines = 0
    private var failures = 0

    private init(queue: HTTPNetTaskQueue, programs: Programs) {
        self.queue = queue
        self.programs = programs
    }

    private mutating func send<Kind: RequestKind>(_ kind: Kind.Type) async {
        let task = ProgramTask<Kind>(program: programs.next(for: kind))
        let expectation = task.expectation
        do {
            let reply = try await queue.run(task)
            sent += 1
            params += task.program.params.count
            if expectation.isRefused { fail(task, "sent what cannot be sent") }
            let views = try JSONDecoder().decode([String: [String]].self, from: reply)
            for parser in Parser.allCases {
                let expected = expectation.lines(for: parser, method: Kind.method)
                let found = views[parser.rawValue] ?? []
                lines += expected.count
                if found != expected { fail(task, Self.differences(expected, found, parser)) }
            }
        } catch let error as NetTaskError<ProgramTask<Kind>.Failure> {
            if case .pack = error, expectation.isRefused {
                refused += 1
            } else {
                fail(task, "\(error)")
            }
        } catch {
            fail(task, "\(error)")
        }
    }

    private mutating func fail<Kind: RequestKind>(_ task: ProgramTask<Kind>, _ description: String) {
        failures += 1
        if failures <= 20 {
            print("\(Kind.method) \(Kind.request) \(task.program)".prefix(2_000), description, "", separator: "\n")
        }
    }

    /// Both sides, without their common prefix.
    private static func differences(_ expected: [String], _ found: [String], _ parser: Parser) -> String {
        let same = zip(expected, found).prefix { $0 == $1 }.count
        let sides = [("packed", expected), ("\(parser) saw", found)].map { name, lines in
            "  \(name): " + (lines.dropFirst(same).first.map(readable) ?? "nothing more")
        }
        return sides.joined(separator: "\n")
    }

    /// Replaces hexadecimal digits by their texts.
    private static func readable(_ line: String) -> String {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let texts = words.dropFirst().map { word in
            let digits = Array(word.utf8)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
            }
            let isText = digits.count == bytes.count * 2
            return isText ? String(decoding: bytes, as: UTF8.self).debugDescription : String(word)
        }
        return (words.prefix(1).map(String.init) + texts).joined(separator: " ")
    }
}
