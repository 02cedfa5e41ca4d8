import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Pages, as generated")
struct PageTests {
    /// The ids of all items, what was asked, and how it ended.
    private func ids<T: HTTPPagedTask>(
        of task: T,
        _ replies: [String],
        headers: [HTTPFields] = []
    ) async throws -> (ids: [Int], sent: [HTTPSeenRequest]) where T.PageItem == Pages.Item {
        let transport = HTTPMockTransport { request in
            let index = request.number - 1
            return .json(replies[index], headers: index < headers.count ? headers[index] : HTTPFields())
        }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1/v1")
        var ids: [Int] = []
        for try await item in queue.items(task) { ids.append(item.id) }
        #expect(transport.requests.count == replies.count)
        return (ids, transport.requests)
    }

    private func links(_ targets: String...) -> [HTTPFields] {
        targets.map { target in
            var headers = HTTPFields()
            if let name = HTTPField.Name("Link") { headers[name] = "<\(target)>; rel=next" }
            return headers
        }
    }

    @Test("by `Link`")
    func byLink() async throws {
        let headers = links("/v1/link?page=2", "?page=3")
        let (ids, sent) = try await ids(
            of: Pages.ByLink(size: 1),
            [#"[{"id": 1}]"#, #"[{"id": 2}]"#, "[]"],
            headers: headers
        )
        #expect(ids == [1, 2])
        #expect(sent.map(\.head.path) == ["/v1/link?size=1", "/v1/link?page=2", "/v1/link?page=3"])
    }

    @Test("in a group")
    func group() async throws {
        let (ids, _) = try await ids(of: Pages.Lists.Page(), [#"[{"id": 1}]"#])
        #expect(ids == [1])
    }

    @Test("by a cursor, until it is missing or empty, or the reply ends the list")
    func byCursor() async throws {
        let page = { (id: Int, paging: String) in #"{"data": [{"id": \#(id)}]\#(paging)}"# }
        let first = page(1, #", "paging": {"next": "a b"}"#)
        for last in [
            "", #", "paging": {}"#, #", "paging": {"next": ""}"#, #", "paging": {"next": "c", "has_more": false}"#,
        ] {
            let (ids, sent) = try await ids(of: Pages.ByCursor(next: 7), [first, page(2, last)])
            #expect(ids == [1, 2])
            #expect(sent.map(\.head.path) == ["/v1/cursor?next=7", "/v1/cursor?after=a%20b&next=7"])
        }
    }

    @Test("by the last item, in the body of a POST")
    func byLast() async throws {
        let (ids, sent) = try await ids(
            of: Pages.ByLast(),
            [#"{"data": [{"id": 1}, {"id": 2}]}"#, #"{"data": []}"#]
        )
        #expect(ids == [1, 2])
        #expect(sent.map(\.bodyText) == ["{}", #"{"startingAfter":2}"#])
    }

    @Test("by numbers, for a task with constant properties")
    func byNumber() async throws {
        let (ids, sent) = try await ids(of: Pages.ByNumber(items: "i"), [#"[{"id": 1}]"#, #"[{"id": 2}]"#, ""])
        #expect(ids == [1, 2])
        #expect(
            sent.map(\.head.path) == ["/v1/number?items=i", "/v1/number?page=2&items=i", "/v1/number?page=3&items=i"]
        )
    }

    @Test("by an offset, until a page is not full")
    func byOffset() async throws {
        let (ids, sent) = try await ids(
            of: Pages.ByOffset(take: 2),
            [#"{"data": [{"id": 1}, {"id": 2}]}"#, #"{"data": [{"id": 3}]}"#]
        )
        #expect(ids == [1, 2, 3])
        #expect(sent.map(\.head.path) == ["/v1/offset?skip=10&take=2", "/v1/offset?skip=12&take=2"])
    }

    @Test("by a URL in the response")
    func byURL() async throws {
        let (ids, sent) = try await ids(
            of: Pages.ByURL(),
            [
                #"{"data": [{"id": 1}], "paging": {"url": "http://127.0.0.1/v2/url?x=%2F"}}"#,
                #"{"data": [], "paging": {}}"#,
            ]
        )
        #expect(ids == [1])
        #expect(sent.map(\.head.path) == ["/v1/url", "/v2/url?x=%2F"])
    }

    @Test("by a header of a response without a named shape")
    func inPlace() async throws {
        var headers = HTTPFields()
        if let name = HTTPField.Name("Cursor") { headers[name] = "c" }
        let (ids, sent) = try await ids(
            of: Pages.InPlace(),
            [#"{"a": {"items": [{"id": 1}]}, "more": true}"#, #"{"a": {"items": []}, "more": false}"#],
            headers: [headers, headers]
        )
        #expect(ids == [1])
        #expect(sent[1].values(of: "token") == ["c"])
    }

    @Test("with fields that may be null or missing")
    func nullables() async throws {
        let (ids, sent) = try await ids(
            of: Pages.Nullables(),
            [#"{"items": [{"id": 1}], "more": true, "token": "t"}"#, #"{"more": true, "token": null}"#]
        )
        #expect(ids == [1])
        #expect(sent[1].head.path == "/v1/nullables?token=t")
    }
}
