import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

// snippet: stTenth
func tenth(_ value: Double) -> Double { value / 10 }
// end

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

    @Test("a queue for downloads")
    func downloads() async {
        let transport = HTTPMockTransport { _ in .json(#"{"id": 1, "title": "t"}"#) }
        // snippet: stDownloads
        let downloads = HTTPNetTaskQueue(transport: transport, baseURL: "https://example.com", limit: 2)
        for id in 1...3 {
            downloads.add(JSONPlaceholder.GetPost(id: id))  // the third is sent when one of the others has ended
        }
        // end
        #expect(downloads.limit == 2)
        await downloads.drain()
        #expect(transport.requests.count == 3)
    }

    @Test("observing")
    func observing() async {
        let task = JSONPlaceholder.GetPost(id: 1)
        // snippet: stObserve
        for await event in queue.add(task).events {
            if case .ended(let result) = event { show(result.map(\.title)) }
        }
        // end
        #expect(show.texts.count == 1)
        #expect(show.texts.first?.contains("\"t\"") == true)
    }

    @Test("a delegate for the weather")
    func weatherDelegate() async {
        let controller = WeatherController()
        let location = OpenWeather.Location(lat: "1", lon: "2", userInfo: "somebody")
        // snippet: stWeatherDelegate
        queue.addDelegate(controller, for: .uri("data/2.5/weather"))
        queue.add(OpenWeather.CurrentWeather(location: location))
        // end
        #expect(await shownByWeatherController.something() == "Hangzhou 21.5")
    }

    @Test("a group with a mode")
    func groupMode() async throws {
        // snippet: stGroupMode
        let group = HTTPNetTaskGroup(.serial, [JSONPlaceholder.GetPost(id: 1), JSONPlaceholder.GetPost(id: 2)])
        try await queue.run(group)
        show("all have succeeded")
        // end
        #expect(show.texts == ["all have succeeded"])
        #expect(mock.requests.count == 2)
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
        #expect(body.hasPrefix("title=Title&body=Body&userId=1&date="))
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
        let location = OpenWeather.Location(lat: "is overwritten", lon: "is overwritten", userInfo: "user info")
        let task = OpenWeather.CurrentWeather(location: location, lat: "1.306038", lon: "103.772962")
        let weather = try await queue.run(task)
        show("\(weather.place)\n\(weather.temperature) °C")
        // end
        #expect(show.texts == ["Hangzhou\n21.5 °C"])
        let query = try #require(mock.requests.first?.query)
        #expect(query == "lat=1.306038&lon=103.772962&user_info=user%20info&other_parameter=value")
    }
}
