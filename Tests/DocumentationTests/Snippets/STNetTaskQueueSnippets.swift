import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: from STNetTaskQueue", .timeLimit(.minutes(5)))
struct STNetTaskQueueSnippets {
    private let mock = HTTPMockHandler()
    private let queue: HTTPNetTaskQueue
    private let show = Shown()

    init() {
        queue = makeAnsweredQueue(mock)
    }

    @Test("set-up")
    func setUp() {
        // snippet: stQueue
        // The base URL is the spec's, or one for the queue. The limit is 0 by default, which is none.
        let queue = HTTPNetTaskQueue(baseURL: "https://staging.example.com", limit: 2)
        // end
        #expect(queue.limit == 2)
    }

    @Test("a task")
    func task() async throws {
        // snippet: stTask
        let task = JSONPlaceholder.CreatePost(title: "Title", body: "Body", userId: 1, date: Date())
        let handle = queue.add(task, .tag("editor"))

        handle.subscribe(.finished, on: MainActor.shared) { status in
            switch status.result {
            case .success(let post): show(post.id)
            case .failure(let error): show(error)
            case nil: break  // a task that has finished has a result
            }
        }
        // end
        #expect(await show.something() == "101")
        let body = try #require(mock.calls(of: JSONPlaceholder.CreatePost.self).first?.request.bodyText)
        #expect(body.hasPrefix("title=Title&body=Body&user_id=1&date="))
        #expect(body.hasSuffix("&other_parameter=value"))
    }

    @Test("async")
    func run() async throws {
        // snippet: stRun
        do {
            let post = try await queue.run(JSONPlaceholder.GetPost(id: 1))
            show(post.title)
        } catch .status(.notFound, _) {
            show("there is no such post")
        } catch .cancelled {
            // a state of its own, and no error to show
        } catch {
            show(error)
        }
        // end
        #expect(show.texts == ["t"])
    }

    @Test("delegates")
    func delegates() async throws {
        let controller = PostsController()
        // snippet: stDelegates
        queue.addDelegate(controller, for: .uri("posts/{id}"))
        queue.addDelegate(controller, for: .type(JSONPlaceholder.CreatePost.self))
        queue.removeDelegate(controller)
        // end
        _ = try await queue.run(JSONPlaceholder.GetPost(id: 1))
    }

    @Test("groups")
    func groups() async throws {
        // snippet: stGroup
        let group = queue.add([JSONPlaceholder.GetPost(id: 1), JSONPlaceholder.GetPost(id: 2)].serialNetTaskGroup)
        group.subscribe(.finished, on: MainActor.shared) { status in
            show(status.error.map { "\($0)" } ?? "all have succeeded")
        }
        // end
        #expect(await show.something() == "all have succeeded")
    }

    @Test("a chain")
    func chain() async throws {
        // snippet: stChain
        let posts = try await queue.run(JSONPlaceholder.ListPosts(userId: 7))
        if let first = posts.first {
            show(try await queue.run(JSONPlaceholder.GetPost(id: first.id)).title)
        }
        // end
        #expect(show.texts == ["t"])
    }

    @Test("a request object")
    func requestObject() async throws {
        // snippet: stRequestObject
        let location = OpenWeather.Location(lat: "30.25", lon: "120.16", userInfo: "somebody")
        let weather = try await queue.run(OpenWeather.CurrentWeather(location: location))
        show(weather.place, weather.temperature)
        // end
        #expect(show.texts == ["Hangzhou 21.5"])
        #expect(mock.requests.first?.query == "lat=30.25&lon=120.16&user_info=somebody&other_parameter=value")
    }
}
