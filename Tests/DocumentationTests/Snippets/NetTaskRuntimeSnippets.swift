import NetTaskRuntime

enum NetTaskRuntimeSnippets {
    /// Compiled, and not run, since it would ask the real server.
    static func overview() async {
        // snippet: overview
        let queue = HTTPNetTaskQueue(limit: 4)
        do {
            let post = try await queue.run(JSONPlaceholder.GetPost(id: 1))
            print(post.title)
        } catch .status(.notFound, _) {
            print("there is no such post")
        } catch .cancelled {
            print("cancelled")
        } catch {
            print(error)
        }
        // end
    }
}
