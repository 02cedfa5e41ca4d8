import Testing

@Suite("Templates beside the specs")
struct OwnTemplateTests {
    @Test("make a Swift file more of each spec by the build plugin")
    func routes() {
        #expect(JSONPlaceholder.GetPost.route == (method: "GET", path: "posts/{id}"))
        #expect(HTTPBin.PostForm.route.method == "POST")
    }

    @Test("make one Swift file of all specs of the target")
    func run() {
        #expect(namesOfAllTasks.contains("GetPost"))
        #expect(namesOfAllTasks.contains("PostForm"))
    }
}
