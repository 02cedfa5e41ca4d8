import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("The stored identity of tasks")
struct IdentityTests {
    @Test("different parts of requests have different identities")
    func parts() throws {
        let path = try ParameterPacker.identityBytes(of: Search(uri: "postsid=1"))
        let query = try ParameterPacker.identityBytes(of: Search(uri: "posts", id: 1))
        #expect(path != query)
    }
}

private struct Search: HTTPNetTask {
    typealias Response = Void
    var uri: String
    var id: Int?

    func pack(into packer: inout ParameterPacker) {
        packer.add("id", id)
    }
}
