import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import Testing

/// `Groups.nettask.yaml`.
@Suite("Endpoints of groups")
struct GroupTests {
    @Test("are tasks in a namespace of their own, with the settings of the group")
    func requests() async throws {
        // when
        let request = try await send(Forge.Repos.DropIssue(owner: "a", repo: "b/c", number: 7, force: true)).request

        // then
        #expect(request.target == "/repos/a/b%2Fc/issues/7?force=true")
        #expect(request.headers["x-group"] == "repos")
    }

    @Test("read shapes of the client, even if a task of the group has the same name")
    func replies() throws {
        // when
        let json = #"{"id": 1, "title": "t"}"#
        let issue: Forge.Issue = try Forge.Repos.Issue(owner: "a", repo: "b", number: 7).parse(reply(json))
        let own = try Forge.Users.Issue().parse(reply(#"{"issue": \#(json), "seen": true}"#))

        // then
        #expect(issue.title == "t")
        #expect(own.issue.id == 1)
    }

    @Test("have their full name in errors, logs and stores")
    func names() {
        #expect(Forge.Repos.Issue.name == "Forge.Repos.Issue")
        let form = Forge.Repos.AddIssue.storedForm
        #expect(Forge.durableTasks.types.map { $0.storedForm.kind } == ["Forge.Repos.AddIssue"])
        #expect(form.formerKinds == ["Forge.Repos.CreateIssue", "Forge.AddIssue"])
    }

    private func reply(_ json: String) -> HTTPReply { HTTPReply(status: .ok, body: Data(json.utf8)) }
}
