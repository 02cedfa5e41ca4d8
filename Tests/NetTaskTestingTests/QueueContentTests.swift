import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("What is in a queue", .timeLimit(.minutes(5)))
struct QueueContentTests {
    let handler = HTTPManualHandler()
    let queue: HTTPNetTaskQueue

    init() {
        queue = HTTPNetTaskQueue(handler: handler)
        queue.suspend()
    }

    @Test("A queue contains the tasks that have not ended, by type and condition")
    func contains() async throws {
        // given
        queue.add(Blog.CreatePost(title: "x", userId: 1))
        // then
        #expect(queue.contains(Blog.CreatePost.self))
        #expect(queue.contains(Blog.CreatePost.self) { $0.title == "x" })
        #expect(!queue.contains(Blog.CreatePost.self) { $0.title == "y" })
        #expect(!queue.contains(Blog.GetPost.self))
        // when
        queue.cancelAll()
        // then
        #expect(!queue.contains(Blog.CreatePost.self))
    }

    @Test("The tasks of a type are returned in the order of adding, including running ones and without ended ones")
    func tasks() async throws {
        // given
        queue.add(Blog.CreatePost(title: "x", userId: 1))
        queue.add(Blog.GetPost(id: 7))
        let last = queue.add(Blog.CreatePost(title: "y", userId: 1))
        // when
        queue.resume()
        // then
        #expect(last.status.phase == .running)
        #expect(queue.tasks(of: Blog.CreatePost.self).map(\.title) == ["x", "y"])
        // when
        last.cancel()
        // then
        #expect(queue.tasks(of: Blog.CreatePost.self).map(\.title) == ["x"])
        #expect(queue.tasks(of: Blog.GetPost.self).map(\.id) == [7])
        queue.cancelAll()
    }

    @Test("The closure that selects tasks may use the queue")
    func reentrancy() {
        // given
        queue.add(Blog.GetPost(id: 1))
        // then
        #expect(queue.contains(Blog.GetPost.self) { _ in queue.count == 1 })
        queue.cancelAll()
    }
}
