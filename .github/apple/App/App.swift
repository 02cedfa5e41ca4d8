import NetTaskRuntime
import SwiftUI

@main
struct PostApp: App {
    @State private var title = ""

    var body: some Scene {
        WindowGroup {
            Text(title).task {
                title = (try? await HTTPNetTaskQueue.shared.run(Blog.GetPost(id: 1)).title) ?? "No post"
            }
        }
    }
}
