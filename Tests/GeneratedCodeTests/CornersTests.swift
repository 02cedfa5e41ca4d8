import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Corners of the spec language")
struct CornersTests {
    @Test("B19: a transform is applied before escaping, in the path too; without a value it is not called")
    func transforms() throws {
        // given
        let task = Corners.Transformed(id: "a/b", tags: ["x", "y&z"], day: Date(timeIntervalSince1970: 5))

        // when
        let message = try task.pack()
        let without = try Corners.Transformed(id: "a", tags: [], day: nil).pack()

        // then
        #expect(message.uri == "things/A%2FB%21")
        #expect(message.query == "tags=x%2Cy%26z&day=5")
        #expect(without.query == "tags=")
    }

    @Test("an optional body that is nil is not sent, and has no content type")
    func optionalBodies() throws {
        // given
        let place = Corners.Place(zoneName: "z", areaSize: 7, sinceDay: Date(timeIntervalSince1970: 0))

        // when
        let messages = [
            try Corners.SendMaybe().pack(), try Corners.SendMaybeText().pack(), try Corners.SendMaybeList().pack(),
            try Corners.SendMaybeFile().pack(),
        ]
        let filled = try Corners.SendMaybe(body: place).pack()

        // then
        for message in messages {
            #expect(message.body == nil)
            #expect(message.headers[.contentType] == nil)
        }
        #expect(filled.body != nil)
        #expect(filled.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test("the packer records the transformed text of a secret, and calls the transform once")
    func transformedSecrets() throws {
        // given
        let task = Corners.TransformedSecrets(id: "a", value: "b", day: Date(timeIntervalSince1970: 5))

        // when
        let message = try task.pack()
        let without = try Corners.TransformedSecrets(id: "a", value: "b", day: nil).pack()

        // then
        #expect(message.secrets.count == 3)
        #expect(message.secrets.first == "A!")
        #expect(message.secrets.last == "5")
        let number = try #require(message.secrets.dropFirst().first)
        #expect(message.query == "value=\(number.replacing(" ", with: "%20"))&day=5")
        #expect(without.secrets.count == 2)
    }

    @Test("B11: a param of another type with a value replaces the request object's field")
    func merged() throws {
        // given
        let place = Corners.Place(zoneName: "z", areaSize: 7, sinceDay: Date(timeIntervalSince1970: 0))

        // when
        let own = try Corners.Merged(
            place: place,
            zoneName: "own",
            areaSize: 0.5,
            sinceDay: Date(timeIntervalSince1970: 9),
            extra: 1
        ).pack()
        let theirs = try Corners.Merged(place: place, extra: 1).pack()

        // then
        #expect(own.query == "zone-name=own&area-size=0.5&since-day=9&extra=fixed")
        #expect(theirs.query == "zone-name=z&area-size=7&since-day=1970-01-01&extra=fixed")
    }

    @Test("defaults of every kind")
    func defaults() throws {
        // when
        let message = try Corners.Defaults().pack()

        // then
        guard let body = message.body?.data else {
            Issue.record("the request has no body")
            return
        }
        #expect(
            String(decoding: body, as: UTF8.self) == #"{"text":"NO","country":"NO","whole":-5,"big":1234567890,"#
                + #""ratio":1.0,"share":0.25,"price":0.12345678901234567,"flag":true,"size":2,"color":"none","list":[],"map":{},"#
                + #""sizes":[2,1],"rows":[["a","b\"c"],[]],"colors":{"a b":"none"},"#
                + #""any":{"list":[1,"x",null,true],"n":1.10,"text":"1"},"date":"2026-11-21T07:00:00Z","days":["2026-11-21"],"#
                + #""url":"https://example.com/a","id":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","bytes":"AQID"}"#
        )
    }

    @Test("a list, a dictionary or a date that a reply lacks has its default")
    func readDefaults() async throws {
        // when
        let reply = try await RecordingServer.run(answer: { _ in .text("{}") }) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(Corners.ReadDefaults())
        }

        // then
        #expect(reply.events == [.red, .none])
        #expect(reply.day == Date(timeIntervalSince1970: 1_795_219_200))
        #expect(reply.limits == ["low": 1])
    }

    @Test("shapes that contain themselves and each other are read")
    func recursion() async throws {
        // given
        let json = #"""
            {"name": "a", "left": {"name": "b", "owner": {"favourite": {"name": "c"}}},
             "others": [{"name": "d"}], "named": {"k": {"name": "e", "right": {"name": "f"}}}}
            """#

        // when
        let tree = try await RecordingServer.run(answer: { _ in .text(json) }) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(Corners.Defaults())
        }

        // then
        #expect(tree.left?.owner?.favourite?.name == "c")
        #expect(tree.others.map(\.name) == ["d"])
        #expect(tree.named["k"]?.right?.name == "f")
    }

    @Test("changing a copy of a boxed field does not change the original")
    func boxedValues() {
        // given
        let tree = Corners.Tree(name: "a", left: Corners.Tree(name: "b"))

        // when
        var copy = tree
        copy.left?.name = "changed"

        // then
        #expect(tree.left?.name == "b")
        #expect(copy.left?.name == "changed")
    }

    @Test("B25: an empty path variable is rejected, and so is a segment `.` or `..`")
    func pathVariables() throws {
        // given
        let good = Corners.Joined(first: "a", second: "b", dot: "x")

        // then
        #expect(try good.pack().uri == "x/ab/%2ex/y")
        for (first, second, dot, culprit) in [
            ("", "b", "x", "first, second"), ("a", "", "x", "first, second"), ("a", "b", "", "dot"),
            ("a", "b", ".", "dot"),
        ] {
            let error = #expect(throws: PackError.self) {
                try Corners.Joined(first: first, second: second, dot: dot).pack()
            }
            #expect(error?.parameter == culprit)
        }
    }

    @Test(
        "fields from anywhere in a reply are read in any order of its members",
        arguments: [
            #"{"main":{"temp":{"low":1,"high":2},"day":5},"name":"Oslo","a \"quoted\"\n\\name":"yes"}"#,
            #"{"a \u0022quoted\u0022\u000a\u005cname":"yes","n\u0061me":"Oslo","x":[{}],"main":{"day":5,"y":null,"#
                + #""temp":{"high":2,"low":1}},"main":7}"#,
        ]
    )
    func reach(body: String) throws {
        // when
        let reply = try Corners.Reach().parse(HTTPReply(status: .ok, body: Data(body.utf8)))

        // then
        #expect(reply.low == 1)
        #expect(reply.high == 2)
        #expect(reply.place == "Oslo")
        #expect(reply.label == "Oslo")
        #expect(reply.all == ["low": 1, "high": 2])
        #expect(reply.day == Date(timeIntervalSince1970: 5))
        #expect(reply.said == "yes")
    }

    @Test(
        "a missing nested value is an error with its path",
        arguments: [
            (#"{"name":""}"#, "main", 0), (#"{"main":null,"name":""}"#, "main", 0),
            (#"{"main":{"temp":{}},"name":""}"#, "main.temp.low", 16), (#"{"main":{"temp":[]}}"#, "main.temp", 16),
            (#"{"name":"","main":{"temp":{"high":"x","low":1}}}"#, "main.temp.high", 34),
        ]
    )
    func unreached(body: String, path: String, offset: Int) throws {
        // when
        let error = #expect(throws: ParseError.self) {
            try Corners.Reach().parse(HTTPReply(status: .ok, body: Data(body.utf8)))
        }

        // then
        #expect(error?.path == path)
        #expect(error?.offset == offset)
    }
}
