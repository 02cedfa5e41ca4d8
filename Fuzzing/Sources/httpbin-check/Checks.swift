import Foundation
import NetTaskRuntime

/// All checks of one transport, with their results.
struct Checks {
    let subject: Subject
    private(set) var report = Report()

    init(_ subject: Subject) {
        self.subject = subject
    }

    mutating func all() async {
        print("\(subject.name):")
        await checkMethods()
        await checkBodies()
        await checkHostile()
        await checkGeneratedParams()
        await checkGeneratedReplies()
        await checkStatuses()
        await checkReplies()
        await checkDownloads()
        await checkConditions()
        await checkRedirects()
        await checkOrigins()
        await checkCredentials()
        await checkCookies()
        await checkTimeouts()
        await checkManyAtOnce()
        report.end()
    }

    mutating func begin(_ group: String) {
        report.begin(group)
    }

    // MARK: Comparing

    @_disfavoredOverload
    mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) {
        if found == expected { return report.recordPass() }
        report.fail("\(what): \(String(reflecting: found)) and not \(String(reflecting: expected))")
    }

    /// Compares bytes, because Swift treats some different texts as equal.
    mutating func expect(_ found: String?, _ expected: String?, _ what: String) {
        expect(found.map { [$0] } ?? [], expected.map { [$0] } ?? [], what)
    }

    mutating func expect(_ found: [String], _ expected: [String], _ what: String) {
        if found.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) { return report.recordPass() }
        report.fail("\(what): \(found) and not \(expected)")
    }

    mutating func expect(_ found: Data?, _ expected: Data?, _ what: String) {
        if found == expected { return report.recordPass() }
        report.fail("\(what): \(Self.shown(found)) and not \(Self.shown(expected))")
    }

    mutating func fail(_ what: String) {
        report.fail(what)
    }

    private static func shown(_ data: Data?) -> String {
        guard let data else { return "nothing" }
        return "\(data.count) bytes, \(String(decoding: data.prefix(60), as: UTF8.self).debugDescription)"
    }

    // MARK: Sending

    /// Returns the response. An error is a failure.
    mutating func response<T: HTTPNetTask>(
        of task: T,
        _ options: [NetTaskOption] = [],
        over queue: HTTPNetTaskQueue? = nil
    ) async -> T.Response? {
        do {
            return try await (queue ?? subject.queue()).run(task, options: options)
        } catch {
            fail("\(T.name) \(task.uri): \(error)")
            return nil
        }
    }

    /// Returns the request that httpbin saw. An error is a failure.
    mutating func echo<T: HTTPNetTask>(
        of task: T,
        _ options: [NetTaskOption] = [],
        over queue: HTTPNetTaskQueue? = nil
    ) async -> Echo? where T.Response == HTTPReply {
        guard let reply = await response(of: task, options, over: queue) else { return nil }
        do {
            return try Echo(reply)
        } catch {
            fail("\(T.name) \(task.uri): \(error)")
            return nil
        }
    }

    /// Returns the error. A response is a failure.
    mutating func error<T: HTTPNetTask>(
        of task: T,
        _ options: [NetTaskOption] = [],
        over queue: HTTPNetTaskQueue? = nil
    ) async -> NetTaskError<T.Failure>? {
        do {
            let response = try await (queue ?? subject.queue()).run(task, options: options)
            fail("\(T.name) \(task.uri): there is no error, but \(response)")
            return nil
        } catch {
            return error
        }
    }
}
