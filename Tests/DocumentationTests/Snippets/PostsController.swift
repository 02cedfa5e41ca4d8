import NetTaskRuntime

let shownByController = Shown()
private let show = shownByController

// snippet: delegate
final class PostsController: MainActorNetTaskDelegate {
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        guard let handle = handle as? NetTaskHandle<JSONPlaceholder.GetPost> else { return }
        switch handle.status.result {
        case .success(let post): show(post.title)
        case .failure(let error): show(error)
        case nil: break  // a task that has ended has a result
        }
    }
}
// end
