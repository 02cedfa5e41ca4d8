import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Testing

@Suite("Headers `Link`")
struct LinkTests {
    private func next(_ lines: [String]) -> String? {
        var headers = HTTPFields()
        for line in lines { headers.append(HTTPField(name: HTTPField.Name("Link")!, value: line)) }
        return HTTPReply(status: .ok, headers: headers).link("next")
    }

    @Test(
        "the target of the relation is found",
        arguments: [
            #"<https://a.test/?page=2>; rel="next""#,
            #"<https://a.test/?page=2>;rel=next"#,
            #"<https://a.test/?page=2> ; REL = "NEXT""#,
            #"</first>; rel="first", <https://a.test/?page=2>; rel="next""#,
            #"</a,b;c>; rel=prev; title="x, <y>; rel=\"next\"", <https://a.test/?page=2>; title=t; rel="last next""#,
            #" , ,<https://a.test/?page=2>; rel=next; rel=prev,"#,
            #"< https://a.test/?page=2 >; rel=next"#,
            #"junk, <https://a.test/?page=2>; flag; rel=next"#,
            #"</a>; rel=next; anchor="/other", <https://a.test/?page=2>; rel=next"#,
        ]
    )
    func found(line: String) {
        #expect(next([line]) == "https://a.test/?page=2")
        #expect(next(["</p>; rel=prev", line]) == "https://a.test/?page=2")
    }

    @Test(
        "without the relation there is no next page",
        arguments: [
            "", "<", "<>", "</a", "</a>", "</a>; rel", "</a>; rel=", "</a>; rel=prev; rel=next",
            "</a>; title=\"rel=next",
            "\"<a>; rel=next", "</a>; rel=nextnext", "/a; rel=next",
        ]
    )
    func none(line: String) {
        #expect(next([line]) == nil)
    }
}
