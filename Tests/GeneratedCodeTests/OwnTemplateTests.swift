import Testing

@Suite("Templates beside the specs")
struct OwnTemplateTests {
    @Test("add a Swift file for each spec with the build plugin")
    func routes() {
        #expect(JSONPlaceholder.GetPost.route == (method: "GET", path: "posts/{id}"))
        #expect(HTTPBin.PostForm.route.method == "POST")
    }

    @Test("write one Swift file for all specs of the target")
    func run() {
        #expect(namesOfAllTasks.contains("GetPost"))
        #expect(namesOfAllTasks.contains("PostForm"))
    }
}
