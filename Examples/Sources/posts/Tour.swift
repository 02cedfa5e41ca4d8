import Clients
import ExampleServer
import Foundation
import NetTaskRuntime

/// Shows the features of a queue, step by step.
struct Tour {
    let baseURL: String
    /// nil for a server outside of this process.
    let server: ExampleServer?

    func run() async throws {
        let queue = HTTPNetTaskQueue(baseURL: baseURL, limit: 2)

        print("\n1. A task is a value; its response is typed.")
        let post = try await queue.run(JSONPlaceholder.GetPost(id: 1))
        print("    post \(post.id): \(post.title)")

        print("\n2. Params are packed: names get their separator, dates their format, what is ignored stays here.")
        let created = try await queue.run(
            JSONPlaceholder.CreatePost(
                title: "Test Post Net Task Title",
                body: "Title & body, packed + escaped",
                userId: 1,
                date: Date(timeIntervalSince1970: 1_452_239_110),
                note: "never sent"
            )
        )
        print("    created post \(created.id)")

        print("\n3. A 503 is retried, as the spec says, without code in the app.")
        let flaky = queue.add(JSONPlaceholder.GetPost(id: 3))
        for await event in flaky.events {
            if case .retrying(let retry, let delay, _, let error) = event {
                print("    retry \(retry) in \(milliseconds(delay)) ms, after: \(error)")
            }
        }
        print("    post \(try await flaky.value.id), after \(flaky.status.attempt) attempts")

        print("\n4. Six tasks, at most two at work.")
        let handles = (11...16).map { queue.add(JSONPlaceholder.GetPost(id: $0), .tag("feed")) }
        print("    \(queue.count) tasks in the queue")
        for handle in handles { _ = try await handle.value }
        if let server { print("    the server never saw more than \(await server.mostAtOnce) at once") }

        print("\n5. A task that is cancelled is never sent, and says so.")
        queue.suspend()
        let unwanted = queue.add(JSONPlaceholder.GetPost(id: 21))
        unwanted.cancel()
        queue.resume()
        if case .failure(let error) = await unwanted.result { print("    \(error)") }

        print("\n6. An error says what was wrong, and where.")
        do {
            _ = try await queue.run(JSONPlaceholder.GetPost(id: 999))
        } catch .status(.notFound, _) {
            print("    there is no post 999")
        } catch {
            print("    \(error)")
        }
        if case .failure(let error) = await queue.add(JSONPlaceholder.GetPost(id: 1000)).result {
            print("    \(error)")
        }
    }

    private func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
