import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: the queue", .timeLimit(.minutes(5)))
struct TheQueueSnippets {
    private let queue = makeAnsweredQueue()
    private let show = Shown()

    @Test("adding")
    func adding() async throws {
        // snippet: adding
        // Adds a task and waits. Cancelling the caller cancels the task.
        let post = try await queue.run(JSONPlaceholder.GetPost(id: 1))

        // Adds a task without waiting for it.
        let handle = queue.add(JSONPlaceholder.GetPost(id: 2), .tag("feed"))
        let other = try await handle.value
        // end
        #expect(post.id == 1)
        #expect(other.id == 2)
    }

    @Test("priorities")
    func priorities() async throws {
        queue.suspend()
        // snippet: priorities
        let post = queue.add(JSONPlaceholder.GetPost(id: 1), .priority(.low))
        post.setPriority(.veryHigh)  // it is on the screen now
        queue.order = .lifo
        // end
        #expect(queue.tasks.map(\.priority) == [.veryHigh])
        queue.cancelAll()
    }

    @Test("limits")
    func limits() {
        // snippet: limits
        let queue = HTTPNetTaskQueue(limit: 8, limitPerKey: 2)  // eight at the same time, and two per host
        queue.limit = 2
        // end
        #expect(queue.limit == 2)
        #expect(queue.limitPerKey == 2)
    }

    @Test("keys")
    func keys() async throws {
        // snippet: keys
        let post = queue.add(JSONPlaceholder.GetPost(id: 1), .key("posts"))
        // end
        #expect(try await post.value.id == 1)
    }

    @Test("dates")
    func dates() {
        // snippet: dates
        let post = queue.add(
            JSONPlaceholder.GetPost(id: 1),
            .notBefore(Date(timeIntervalSinceNow: 60)),
            .expires(Date(timeIntervalSinceNow: 600))
        )
        // end
        #expect(post.status.phase == .waiting)
        queue.cancelAll()
    }

    @Test("dependencies")
    func dependencies() async throws {
        // snippet: dependencies
        let first = queue.add(JSONPlaceholder.GetPost(id: 1))
        let second = queue.add(JSONPlaceholder.GetPost(id: 2), .after(first))
        let last = queue.add(
            JSONPlaceholder.ListPosts(),
            .after(first, onFailure: .run),
            .after(second, onFailure: .run)
        )
        // end
        #expect(try await last.value.count == 1)
        #expect(second.status.phase == .succeeded)
    }

    @Test("dependencies that are added later")
    func laterDependencies() async throws {
        // snippet: laterDependencies
        queue.suspend()
        let list = queue.add(JSONPlaceholder.ListPosts())
        let post = queue.add(JSONPlaceholder.GetPost(id: 1))
        try list.depend(on: post)
        queue.resume()
        // end
        #expect(try await list.value.count == 1)
        #expect(post.status.phase == .succeeded)
    }

    @Test("duplicates")
    func duplicates() async throws {
        queue.suspend()
        // snippet: duplicates
        // Both get the response of one run.
        let first = queue.add(JSONPlaceholder.GetPost(id: 1), .duplicates(.coalesce))
        let second = queue.add(JSONPlaceholder.GetPost(id: 1), .duplicates(.coalesce))

        // The newer task replaces the older one, even if their requests differ.
        let latest = NetTaskOption.duplicates(.cancelOld, of: "list")
        let old = queue.add(JSONPlaceholder.ListPosts(userId: 1), latest)
        let new = queue.add(JSONPlaceholder.ListPosts(userId: 2), latest)
        // end
        queue.resume()
        #expect(first.id == second.id)
        #expect(try await first.value.id == 1)
        #expect(try await second.value.id == 1)
        #expect(reason(of: old) == .replaced(by: new.id))
        #expect(try await new.value.count == 1)
    }

    @Test("cancelling")
    func cancelling() async {
        queue.suspend()
        let handle = queue.add(JSONPlaceholder.ListPosts())
        let tagged = queue.add(JSONPlaceholder.GetPost(id: 1), .tag("feed"))
        let typed = queue.add(JSONPlaceholder.GetPost(id: 2))
        let rest = queue.add(JSONPlaceholder.ListPosts())
        // snippet: cancelling
        handle.cancel()
        queue.cancel(tag: "feed")
        queue.cancel(JSONPlaceholder.GetPost.self)
        queue.cancelAll()

        if case .failure(.cancelled(let reason)) = await handle.result {
            show(reason)  // .handle, .tag("feed"), .dependency(#3), …
        }
        // end
        #expect(show.texts == ["The task was cancelled"])
        #expect(reason(of: tagged) == .tag("feed"))
        #expect(reason(of: typed) == .type)
        #expect(reason(of: rest) == .queue)
    }

    @Test("groups")
    func groups() async throws {
        // snippet: groups
        // One after the other; one that fails ends the group.
        let posts = [1, 2].map { JSONPlaceholder.GetPost(id: $0) }
        try await queue.run(posts.serialNetTaskGroup)

        // Tasks of several types, all at once, with their progress.
        let tasks: [any HTTPNetTask] = [JSONPlaceholder.ListPosts(), JSONPlaceholder.GetPost(id: 3)]
        let group = queue.add(tasks.concurrentNetTaskGroup)
        for await status in group.progress {
            show(status.completed, "of", status.total)
        }
        let handles = group.handles(of: JSONPlaceholder.GetPost.self)
        // end
        #expect(show.texts.last == "2 of 2")
        #expect(handles.map(\.task.id) == [3])
        #expect(group.status.phase == .succeeded)
    }

    @Test("several results")
    func severalResults() async throws {
        // snippet: severalResults
        let (post, posts) = try await awaitAll(
            queue.add(JSONPlaceholder.GetPost(id: 1)),
            queue.add(JSONPlaceholder.ListPosts())
        )
        // end
        #expect(post.id == 1)
        #expect(posts.count == 1)
    }

    @Test("events")
    func events() async {
        let handle = queue.add(JSONPlaceholder.GetPost(id: 1))
        // snippet: events
        for await event in handle.events {
            switch event {
            case .waiting: show("waiting")
            case .started(let attempt): show("attempt", attempt)
            case .retrying(let retry, let delay, _, _): show("retry", retry, "in", delay)
            case .ended(let result): show(result)
            }
        }
        // end
        #expect(show.texts.last?.hasPrefix("success") == true)
    }

    @Test("subscriptions")
    func subscriptions() async throws {
        let handle = queue.add(JSONPlaceholder.GetPost(id: 1))
        let show = { @MainActor [show] (id: Int) in show(id) }
        // snippet: subscriptions
        handle.subscribe(.finished, on: MainActor.shared) { status in
            if case .success(let post)? = status.result { show(post.id) }
        }
        // end
        #expect(await self.show.something() == "1")
    }

    @Test("delegates")
    func delegates() async throws {
        let delegate = PostsController()
        // snippet: delegates
        queue.addDelegate(delegate, for: .type(JSONPlaceholder.GetPost.self))
        queue.addDelegate(delegate, for: .uri("posts/{id}"))  // still notified once
        // end
        _ = try await queue.run(JSONPlaceholder.GetPost(id: 1))
        #expect(await shownByController.something() == "t")
    }

    @Test("ending")
    func ending() async {
        // snippet: ending
        await queue.drain()  // until nothing is left
        await queue.shutdown(grace: .seconds(5))  // for good
        // end
        #expect(reason(of: queue.add(JSONPlaceholder.GetPost(id: 1))) == .queueShutDown)
    }
}
