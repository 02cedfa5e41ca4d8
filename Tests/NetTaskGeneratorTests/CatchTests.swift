import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

/// Swift 6.3.1 crashes on some forms of `do` and `catch`; see ``NetTaskError``. These are the ones that it has to compile.
@Suite("Catching errors")
struct CatchTests {
    private static let spec = """
        nettask: 1
        client: API
        baseURL: https://api.example.com
        shapes:
          Problem: {fields: {title: String}}
          Missing: {fields: {resource: String}}
        endpoints:
          Get: {uri: get, response: String, errors: {default: Problem}}
          Find: {uri: find, response: String, errors: {404: Missing, default: Problem}}
          Ping: {uri: ping, response: String}

        """

    /// What stands between `do {` and the end of the last `catch`, by the name of the task that is run.
    private static let natural: [(task: String, clauses: String)] = [
        ("Get", #"catch .status(.notFound, let body) { text += "\(body?.title ?? "")" }"#),
        ("Get", "catch .status(.notFound, let body?) { text += body.title }"),
        ("Get", #"catch .status(.notFound(let reply), let body?) { text += "\(reply.code)" + body.title }"#),
        ("Get", "catch .status(.notFound, let body?), .status(.gone, let body?) { text += body.title }"),
        ("Get", #"catch .status(.notFound, nil) { text += "no body" }"#),
        ("Get", #"catch .status(.notFound, _) { text += "nothing" }"#),
        ("Get", #"catch .status(.other(let reply), _) { text += "\(reply.code)" }"#),
        ("Get", #"catch .status(let error, let body) { text += "\(error.code)\(body?.title ?? "")" }"#),
        ("Get", "catch .status(_, let body?) { text += body.title }"),
        ("Get", #"catch .status { text += "status" }"#),
        ("Get", "catch .status(.notFound, let body?) { text += body.title } catch .cancelled {}"),
        ("Get", "catch .cancelled {} catch .status(.conflict, let body?) { text += body.title }"),
        ("Get", "catch .parse(let error) { text += error.path } catch .transport(let error) { text += error.reason }"),
        ("Get", "catch .timeout {} catch .cancelled(.caller) {} catch .cancelled(.tag(let tag)) { text += tag }"),
        ("Get", #"catch .other(let error as URLError) { text += "\(error.code)" }"#),
        ("Find", "catch .status(.notFound, .missing(let body)) { text += body.resource }"),
        ("Find", "catch .status(_, .problem(let body)) { text += body.title } catch .pack {}"),
        (
            "Ping",
            #"catch .status(.unauthorized, _) { text += "nobody" } catch .status(let error, nil) { text += error.url }"#
        ),
    ]

    /// Comparisons and `where`, which need a last `catch`.
    private static let comparing: [(task: String, clauses: String)] = [
        ("Get", "catch .status(let error, _) where error.code == 409 { text += error.url }"),
        ("Get", "catch .status(.notFound, let body?) where body.title.isEmpty { text += body.title }"),
        (
            "Get",
            #"catch .cancelled(.tag("feed")) {} catch .parse(let error) where error.path == "a" { text += error.path }"#
        ),
    ]

    /// Where Swift crashes, it does so if the function has a `var`, an interpolation or a `??`, too.
    private static let source: String = {
        let open = natural + comparing.map { ($0.task, $0.clauses + " catch { throw error }") }
        let closed = (natural + comparing).map { ($0.task, $0.clauses + " catch { text += \"\\(error)\" }") }
        var source = """
            import Foundation
            import NetTaskRuntime


            """
        for (number, (task, clauses)) in open.enumerated() {
            let failure = "NetTaskError<API.\(task).Failure>"
            let run = "text += try await queue.run(API.\(task)()) }"
            source += """
                func function\(number)(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
                    var text = name ?? ""
                    do { \(run) \(clauses)
                    return "\\(text)"
                }

                func typed\(number)(_ queue: HTTPNetTaskQueue, _ name: String?) async throws(\(failure)) -> String {
                    var text = name ?? ""
                    do { \(run) \(clauses)
                    return "\\(text)"
                }

                func task\(number)(_ queue: HTTPNetTaskQueue, _ name: String?) -> Task<String, any Error> {
                    Task {
                        var text = name ?? ""
                        do throws(\(failure)) { \(run) \(clauses)
                        return "\\(text)"
                    }
                }

                func group\(number)(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
                    try await withThrowingTaskGroup(of: String.self) { group in
                        var texts: [String] = []
                        group.addTask {
                            var text = name ?? ""
                            do throws(\(failure)) { \(run) \(clauses)
                            return "\\(text)"
                        }
                        for try await text in group { texts.append(text) }
                        return texts
                    }
                }

                func generic\(number)<Clock: Sendable>(
                    _ queue: HTTPNetTaskQueue,
                    _ name: String?,
                    _ clock: Clock
                ) async throws -> String {
                    var text = (name ?? "") + "\\(clock)"
                    let call = { @Sendable () async throws in
                        var text = name ?? ""
                        do throws(\(failure)) { \(run) \(clauses)
                        return "\\(text)"
                    }
                    do { \(run) \(clauses)
                    return "\\(text)\\(try await call())"
                }


                """
        }
        for (number, (task, clauses)) in closed.enumerated() {
            let failure = "NetTaskError<API.\(task).Failure>"
            let run = "text += try await queue.run(API.\(task)()) }"
            source += """
                func closed\(number)(_ queue: HTTPNetTaskQueue, _ name: String?) async -> String {
                    var text = name ?? ""
                    do { \(run) \(clauses)
                    return "\\(text)"
                }

                func closedTask\(number)(_ queue: HTTPNetTaskQueue, _ name: String?) -> Task<String, Never> {
                    Task {
                        var text = name ?? ""
                        do throws(\(failure)) { \(run) \(clauses)
                        return "\\(text)"
                    }
                }


                """
        }
        return source
    }()

    @Test("compiles in functions, closures and tasks", .tags(.compiles), arguments: Toolchain.Configuration.allCases)
    func compiles(configuration: Toolchain.Configuration) throws {
        // given
        let files = try generate(Self.spec).map { ($0.name, $0.text) } + [("Catch.swift", Self.source)]

        try withTemporaryFolder { folder in
            let paths = try files.map { name, text in
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                return "\(folder)/\(name)"
            }

            // when
            let result = try Toolchain.build(paths, configuration)

            // then
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("by status uses the names in responses and failures")
    func names() throws {
        for code in 300..<600 {
            // when
            let error = StatusError(reply: HTTPReply(status: .init(code: code)))

            // then
            let name = StatusNames.name(of: .code(code))
            let label = try #require(Mirror(reflecting: error).children.first?.label)
            #expect(label == (name == "status\(code)" ? "other" : name))
            #expect(error.code == code)
        }
    }
}
