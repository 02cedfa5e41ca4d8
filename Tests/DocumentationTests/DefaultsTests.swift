import NetTaskDurable
import NetTaskRuntime
import Testing

/// The table of each default beside those of the ancestors.
@Suite("The table of defaults")
struct DefaultsTests {
    private static let article = Article.all.first { $0.path.hasSuffix("/DefaultsBesideTheAncestors.md") }

    /// What is bold in the row of that name, in the column of the queue and in that of the durable one.
    private func bold(_ name: String) throws -> [[String]] {
        let article = try #require(Self.article)
        let row = try #require(article.text.split(separator: "\n").first { $0.hasPrefix("| \(name) |") })
        return row.split(separator: "|", omittingEmptySubsequences: false).suffix(3).prefix(2).map { cell in
            cell.matches(of: /\*\*([^*]+)\*\*/).map { String($0.output.1) }
        }
    }

    private func seconds(_ duration: Duration?) -> String { "\(duration?.components.seconds ?? -1)" }

    @Test("It states the defaults of the queues")
    func queues() throws {
        let queue = HTTPNetTaskQueue()
        let durable = ExecutedTaskQueue(store: MemoryTaskStore(), handler: DurableExecutors())
        let (policy, durability) = (RetryPolicy(), NetTaskDurability())
        #expect(try bold("concurrent runs") == [["\(queue.limit)"], ["\(durable.limit)"]])
        #expect(try bold("attempts, if all fail") == [["\(policy.maxRetryCount + 1)"], ["\(durability.maxRunCount)"]])
        #expect(try bold("wait before the next") == [[seconds(policy.interval)], [seconds(durability.interval)]])
        #expect(try bold("longest wait") == [[seconds(policy.maxInterval)], [seconds(durability.maxInterval)]])
        #expect(try bold("a duplicate") == [["\(DuplicatePolicy.allow)"], []])
    }

    @Test("It states the defaults of HTTP tasks and stores")
    func others() throws {
        let timeouts = HTTPTimeouts()
        let times = [timeouts.connect, timeouts.firstByte, timeouts.idle].map(seconds)
        let retention = TaskRetention()
        #expect(try bold("body of a request") == [["\(HTTPAPI().encoding)"], ["\(HTTPAPI().encoding)"]])
        #expect(try bold("time limit of an attempt") == [times, []])
        #expect(
            try bold("ends are kept")
                == [[], [seconds(retention.ended), seconds(retention.dead), "\(retention.maxCount)"]]
        )
    }

    @Test("Each row has a cell for each queue")
    func cells() throws {
        let rows = try #require(Self.article).text.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(rows.count > 20)
        #expect(rows.allSatisfy { $0.count { $0 == "|" } == 8 })
    }
}
