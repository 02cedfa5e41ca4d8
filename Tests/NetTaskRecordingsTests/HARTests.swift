import Foundation
import NetTaskRecordings
import Testing

@Suite("HAR files")
struct HARTests {
    @Test("A HAR of a browser is read")
    func browser() throws {
        // given
        let text = har()
        // when
        let entry = try HAR(json: Data(text.utf8)).entries[0]
        // then
        #expect(entry.request.url == "https://kiosk.example/v1/orders/1")
        #expect(entry.request.headers[0] == HARField(":authority", "kiosk.example"))
        #expect(entry.response.content.data == Data(#"{"id": 1, "item": "book"}"#.utf8))
        #expect(entry.startedDateTime == "2026-11-27T20:24:48.948Z")
    }

    @Test("Entries that are not changed keep what NetTask does not know")
    func unknownMembers() throws {
        // given
        let har = try HAR(json: Data(har().utf8))
        // when
        let text = String(decoding: har.json, as: UTF8.self)
        // then
        #expect(text.contains(#""_initiator""#) && text.contains(#""pages": []"#) && text.contains("WebInspector"))
        #expect(try HAR(json: har.json) == har)
    }

    @Test("A written HAR has all members that HAR 1.2 requires, and is read as it was")
    func required() throws {
        // given
        var entry = HAREntry(
            startedDateTime: "2026-01-01T00:00:00.000Z",
            time: 12.5,
            request: HARRequest(
                method: "POST",
                url: "https://kiosk.example/v1/orders?a=b%20c",
                headers: [HARField("Cookie", "x=1; y=2")],
                body: HARContent(mimeType: "application/x-www-form-urlencoded", data: Data("item=a+b".utf8))
            ),
            response: HARResponse(
                status: 200,
                statusText: "OK",
                headers: [HARField("Set-Cookie", "z=3; Path=/")],
                content: HARContent(mimeType: "image/png", data: Data([0xFF, 0x00]))
            )
        )
        entry.chunks = [HARChunk(time: 0, size: 1), HARChunk(time: 5, size: 1)]
        // when
        let json = HAR(entries: [entry]).json
        // then
        let log = try #require(try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]])["log"]
        let written = try #require((log?["entries"] as? [[String: Any]])?.first)
        let request = try #require(written["request"] as? [String: Any])
        let response = try #require(written["response"] as? [String: Any])
        #expect(log?["version"] as? String == "1.2" && log?["creator"] != nil)
        #expect(Set(["cache", "timings", "time", "startedDateTime"]).isSubset(of: written.keys))
        let both: Set = ["httpVersion", "cookies", "headers", "headersSize", "bodySize"]
        #expect(both.union(["method", "url", "queryString", "postData"]).isSubset(of: request.keys))
        #expect(both.union(["status", "statusText", "content", "redirectURL"]).isSubset(of: response.keys))
        #expect((request["cookies"] as? [[String: String]])?.map { $0["name"] } == ["x", "y"])
        #expect((request["queryString"] as? [[String: String]])?.first == ["name": "a", "value": "b c"])
        #expect((response["content"] as? [String: Any])?["encoding"] as? String == "base64")
        let read = try HAR(json: json).entries[0]
        #expect(read.response == entry.response && read.request == entry.request && read.chunks == entry.chunks)
    }

    @Test(
        "A HAR that cannot be used is an error with the place",
        arguments: [
            ("", "not valid JSON"), ("[]", "expected an object"), ("{}", "`log`: it is missing"),
            (#"{"log": 3}"#, "`log`"), (#"{"log": {}}"#, "`log.entries`: it is missing"),
            (#"{"log": {"entries": {}}}"#, "`log.entries`: expected an array"),
            (#"{"log": {"entries": [7]}}"#, "`log.entries[0]`: expected an object, found 7"),
            (#"{"log": {"entries": [{"request": {}}]}}"#, "`log.entries[0].response`: it is missing"),
            (
                har(url: "x").replacingOccurrences(of: #""url": "x""#, with: #""url": 5"#),
                "request.url`: expected a string"
            ),
            (har(status: #""200""#), "response.status`: expected a whole number"),
            (har(status: "99999"), "response.status`"), (har(status: "1e400"), "response.status`"),
            (har(content: #"{"text": "?", "encoding": "base64"}"#), "content.text`: expected base64"),
            (har(content: #"{"text": "?", "encoding": "gzip"}"#), "content.encoding`: expected base64"),
            (har(more: #", "_chunks": [{"time": 0, "size": 1}]"#), "_chunks`: its pieces are 24 bytes shorter"),
            (har(more: #", "_chunks": [{"time": 0, "size": 99}]"#), "_chunks[0].size`"),
            (har(more: #", "_chunks": [{"time": 1e300, "size": 1}]"#), "_chunks[0].time`"),
            (har(more: #", "_chunks": [{"size": 1}]"#), "_chunks[0].time`: it is missing"),
        ]
    )
    func bad(text: String, message: String) throws {
        // when
        let error = #expect(throws: HARError.self) { try HAR(json: Data(text.utf8)) }
        // then
        #expect("\(try #require(error))".contains(message))
    }

    @Test("An error of a file contains its path")
    func file() throws {
        // given
        let folder = Folder()
        try folder.write("{}")
        // when
        let error = #expect(throws: HARError.self) { try folder.recording() }
        // then
        #expect("\(try #require(error))" == "\(folder.file.path): `log`: it is missing")
    }
}
