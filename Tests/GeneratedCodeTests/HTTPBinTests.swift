import Foundation
import NetTaskRuntime
import Testing

@Suite("The requests of Specs/httpbin, byte for byte, and as a server parsed them")
struct HTTPBinTests {
    private let noon = Date(timeIntervalSince1970: 1_763_726_400)  // 2025-11-21T12:00:00Z

    @Test("tasks use the first environment, unless their queue has a base URL")
    func environments() throws {
        #expect(HTTPBin.Environment.allCases.map(\.rawValue) == ["https://httpbin.org", "http://localhost:8080"])
        #expect(try HTTPBin.GetText().pack().baseURL == "https://httpbin.org")
        _ = HTTPNetTaskQueue(baseURL: HTTPBin.Environment.local.rawValue)
    }

    @Test("GetQuery: every type in a query")
    func getQuery() async throws {
        // given
        let task = HTTPBin.GetQuery(
            text: hostileText,
            number: -3,
            big: .max,
            small: .min,
            ratio: 0.1,
            share: 0.25,
            price: Decimal(string: "12345678901234567890.123"),
            flag: false,
            site: URL(string: "https://example.org/a?b=c"),
            identifier: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
            bytes: Data([0xFF, 0xFE, 0x00]),
            mood: .good,
            level: .high,
            day: noon,
            created: noon,
            modified: noon,
            seconds: noon,
            millis: noon
        )

        // when
        let (request, response) = try await send(task)

        // then
        #expect(request.method == "GET")
        #expect(
            request.target
                == "/get?text=%26%20%3D%20%2B%20%23%20%25%20%2F%20%3F%20%3B%20%3A%20%40%20%2C%20%27single%27%20"
                + "%22double%22%20%5C%20%0D%0A%20%09%20%7B%7D%20%5B%5D%20%C3%BC%20%F0%9F%98%80%20%E2%80%AE"
                + "&number=-3&big=18446744073709551615&small=-128&ratio=0.1&share=0.25&price=12345678901234567890.123"
                + "&flag=false&site=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc&identifier=E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
                + "&bytes=%2F%2F4A&mood=%2B1&level=2&day=2025-11-21&created=2025-11-21T12%3A00%3A00Z"
                + "&modified=Fri%2C%2021%20Nov%202025%2012%3A00%3A00%20GMT&seconds=1763726400&millis=1763726400000"
        )
        #expect(response.args["text"] == hostileText)
        #expect(response.args["mood"] == "+1")
        #expect(response.args["site"] == "https://example.org/a?b=c")
    }

    @Test("GetArrays: B18 repeats the key by default; B20 keeps the uri's own query")
    func getArrays() async throws {
        // given
        let task = HTTPBin.GetArrays(
            repeated: ["a&b", ""],
            commas: ["a", "b,c"],
            spaces: ["a", "b"],
            pipes: [1, 2],
            brackets: [.good, .bad],
            days: [noon, noon]
        )

        // when
        let (request, _) = try await send(task)

        // then
        #expect(
            request.target == "/get?fixed=yes&repeated=a%26b&repeated=&commas=a,b%2Cc&spaces=a%20b&pipes=1%7C2"
                + "&brackets%5B%5D=%2B1&brackets%5B%5D=-1&days=2025-11-21,2025-11-21"
        )
        #expect(request.query.prefix(3) == [.init("fixed", "yes"), .init("repeated", "a&b"), .init("repeated", "")])
    }

    @Test("GetArrays: B18, an empty array adds nothing to a query")
    func emptyArrays() async throws {
        let (request, _) = try await send(HTTPBin.GetArrays(repeated: [], commas: [], spaces: [], pipes: []))
        #expect(request.target == "/get?fixed=yes")
    }

    @Test("GetHeaders: constants and params as headers")
    func getHeaders() async throws {
        // given
        let task = HTTPBin.GetHeaders(token: "secret token", count: 3)

        // when
        let (request, response) = try await send(task)

        // then
        #expect(request.target == "/headers")
        #expect(request.headers["x-fixed"] == "1")
        #expect(request.headers["x-token"] == "secret token")
        #expect(request.headers["x-count"] == "3")
        #expect(response["x-token"] == "secret token")
    }

    @Test("HeadStatus")
    func headStatus() async throws {
        let request = try await RecordingServer.run(answer: { _ in .text("") }) { server, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(HTTPBin.HeadStatus(code: 204))
            return try #require(await server.requests.first)
        }
        #expect(request.method == "HEAD")
        #expect(request.target == "/status/204")
    }

    @Test("GetAnything: B25, path variables are escaped")
    func getAnything() async throws {
        // given
        let task = HTTPBin.GetAnything(name: "a/b?c#d e", day: noon, mood: .good)

        // when
        let (request, _) = try await send(task)

        // then
        #expect(request.target == "/anything/a%2Fb%3Fc%23d%20e/2025-11-21/%2B1")
    }

    @Test("PostForm: body, query and header in one request; constants keep their kind")
    func postForm() async throws {
        // given
        let task = HTTPBin.PostForm(
            firstName: hostileText,
            nickNames: ["x y", "z"],
            isMember: false,
            page: 2,
            trace: "abc",
            localOnly: 1
        )

        // when
        let (request, response) = try await send(task)

        // then
        #expect(request.target == "/post?page=2")
        #expect(request.headers["x-trace"] == "abc")
        #expect(request.contentType == "application/x-www-form-urlencoded")
        #expect(
            request.text
                == "first_name=%26+%3D+%2B+%23+%25+%2F+%3F+%3B+%3A+%40+%2C+%27single%27+%22double%22+%5C+%0D%0A+%09"
                + "+%7B%7D+%5B%5D+%C3%BC+%F0%9F%98%80+%E2%80%AE&nick_names=x+y&nick_names=z&is_member=false"
                + "&version=2&ratio=0.5&beta=true&code=007"
        )
        #expect(response.form["first_name"] == hostileText)
    }

    @Test("PostJSON: B17, nested shapes with their own names; constants keep their kind")
    func postJSON() async throws {
        // given
        let person = HTTPBin.Person(
            fullName: hostileText,
            birthDate: noon,
            homeAddress: HTTPBin.Address(streetName: "S", postalCode: "007"),
            children: [HTTPBin.Person(fullName: "C")],
            homePage: URL(string: "https://example.org/"),
            balance: Decimal(string: "0.10"),
            photo: Data([1, 2, 3]),
            manager: HTTPBin.Person(fullName: "M", children: []),
            internalNote: "never sent"
        )
        let task = HTTPBin.PostJSON(
            person: person,
            people: [],
            scores: ["b": 2, "a": 1],
            matrix: [[1, 2], []],
            mood: .bad
        )

        // when
        let (request, _) = try await send(task)

        // then
        let name =
            #""& = + # % / ? ; : @ , 'single' \"double\" \\ \r\n \t {} [] ü 😀 "# + "\u{202E}\""
        #expect(request.contentType == "application/json; charset=utf-8")
        #expect(
            request.text
                == #"{"person":{"full-name":\#(name),"birth-date":"2025-11-21","home-address":{"street_name":"S","#
                + #""postal_code":"007"},"children":[{"full-name":"C","children":[]}],"home-page":"https://example.org/","#
                + #""balance":0.1,"photo":"AQID","manager":{"full-name":"M","children":[]}},"people":[],"#
                + #""scores":{"a":1,"b":2},"matrix":[[1,2],[]],"mood":"-1","version":2,"nothing":null}"#
        )
        let json = try #require(request.json as? [String: Any])
        #expect((json["person"] as? [String: Any])?["full-name"] as? String == hostileText)
    }

    @Test("PostMultipart: B23, fields first, then files, byte for byte")
    func postMultipart() async throws {
        // given
        let task = HTTPBin.PostMultipart(
            caption: hostileText,
            tags: ["a", "b"],
            photo: HTTPFile(data: Data([0x89, 0x50, 0x00]), name: "a \"b\".png", contentType: "image/png"),
            attachments: [HTTPFile(data: Data(), name: "empty.txt", contentType: "text/plain")]
        )

        // when
        let (request, _) = try await send(task)

        // then
        let contentType = try #require(request.contentType)
        #expect(contentType.hasPrefix("multipart/form-data; boundary="))
        let boundary = contentType.dropFirst("multipart/form-data; boundary=".count)
        var expected = Data()
        for (head, value) in [
            (#"name="caption""#, Data(hostileText.utf8)),
            (#"name="tags""#, Data("a".utf8)),
            (#"name="tags""#, Data("b".utf8)),
            (#"name="photo"; filename="a %22b%22.png""# + "\r\nContent-Type: image/png", Data([0x89, 0x50, 0x00])),
            (#"name="attachments"; filename="empty.txt""# + "\r\nContent-Type: text/plain", Data()),
        ] {
            expected += Data("--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + value
            expected += Data("\r\n".utf8)
        }
        expected += Data("--\(boundary)--\r\n".utf8)
        #expect(request.body == expected)
    }

    @Test("PutPerson: with `body:`, other params are in the query")
    func putPerson() async throws {
        // given
        let task = HTTPBin.PutPerson(dryRun: true, body: HTTPBin.Person(fullName: "P"))

        // when
        let (request, _) = try await send(task)

        // then
        #expect(request.method == "PUT")
        #expect(request.target == "/put?dryRun=true")
        #expect(request.text == #"{"full-name":"P","children":[]}"#)
    }

    @Test("PutPeople: an array as the whole body")
    func putPeople() async throws {
        // given
        let task = HTTPBin.PutPeople(body: [HTTPBin.Person(fullName: "P"), HTTPBin.Person(fullName: "Q")])

        // when
        let (request, _) = try await send(task)

        // then
        #expect(request.target == "/put")
        #expect(request.text == #"[{"full-name":"P","children":[]},{"full-name":"Q","children":[]}]"#)
    }

    @Test("PatchText: text unchanged, with the content type of the spec")
    func patchText() async throws {
        let (request, _) = try await send(HTTPBin.PatchText(body: hostileText))
        #expect(request.method == "PATCH")
        #expect(request.contentType == "text/markdown; charset=utf-8")
        #expect(request.text == hostileText)
    }

    @Test("PostData: bytes as they are")
    func postData() async throws {
        let (request, _) = try await send(HTTPBin.PostData(body: Data([0, 255, 13, 10])))
        #expect(request.contentType == "application/octet-stream")
        #expect(request.body == Data([0, 255, 13, 10]))
    }

    @Test("PostFile: a file as the body has its own content type")
    func postFile() async throws {
        let file = HTTPFile(data: Data("a,b".utf8), name: "a.csv", contentType: "text/csv")
        let (request, _) = try await send(HTTPBin.PostFile(body: file))
        #expect(request.contentType == "text/csv")
        #expect(request.text == "a,b")
    }

    @Test("PostFile and PostMultipart: a file can be on disk, or a stream")
    func filesFromElsewhere() async throws {
        // given
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
        try Data("a,b".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let onDisk = HTTPFile(at: url, contentType: "text/csv")
        func stream() -> HTTPFile {
            HTTPFile(
                stream: FileStream(
                    AsyncStream {
                        $0.yield(Data("c,d".utf8)); $0.finish()
                    },
                    length: 3
                ),
                name: "s.csv"
            )
        }

        // when
        let (ofDisk, _) = try await send(HTTPBin.PostFile(body: onDisk))
        let (ofStream, _) = try await send(HTTPBin.PostFile(body: stream()))
        let (ofBoth, _) = try await send(HTTPBin.PostMultipart(photo: onDisk, attachments: [stream()]))

        // then
        #expect(ofDisk.text == "a,b")
        #expect(ofDisk.contentType == "text/csv")
        #expect(ofStream.text == "c,d")
        #expect(ofBoth.text.contains("filename=\"\(url.lastPathComponent)\"\r\nContent-Type: text/csv\r\n\r\na,b\r\n"))
        #expect(ofBoth.text.contains("filename=\"s.csv\"\r\nContent-Type: application/octet-stream\r\n\r\nc,d\r\n"))
    }

    @Test("DeleteWithQuery: `ignored: all` sends constants alone")
    func deleteWithQuery() async throws {
        let (request, _) = try await send(HTTPBin.DeleteWithQuery(reason: "never sent"))
        #expect(request.method == "DELETE")
        #expect(request.target == "/delete?confirm=yes")
        #expect(request.body.isEmpty)
    }

    @Test("DeleteWithBody: `body:` is allowed for any method")
    func deleteWithBody() async throws {
        let (request, _) = try await send(HTTPBin.DeleteWithBody(body: HTTPBin.Address(streetName: "S")))
        #expect(request.method == "DELETE")
        #expect(request.target == "/delete")
        #expect(request.text == #"{"street_name":"S"}"#)
    }
}
