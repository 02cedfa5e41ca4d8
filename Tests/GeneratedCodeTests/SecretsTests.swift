import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

/// No other value here has this in it.
private let hidden = "hunter2"

/// Everything that Swift makes of a value for people to read.
private func texts<Value>(of value: Value) -> [String] {
    var printed = ""
    print(value, to: &printed)
    var dumped = ""
    dump(value, to: &dumped)
    return [printed, dumped, "\(value)", String(describing: value), String(reflecting: value)]
}

/// Expects the words that are not secret in each text, and nothing secret in any.
private func expectHidden<Value>(
    _ value: Value,
    showing words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for text in texts(of: value) {
        #expect(!text.contains(hidden), sourceLocation: sourceLocation)
        #expect(!text.contains("4711"), sourceLocation: sourceLocation)
        for word in words + ["<secret>"] {
            #expect(text.contains(word), "\(word) in \(text)", sourceLocation: sourceLocation)
        }
    }
}

private let login = Secrets.Login(user: "ann", password: hidden, pin: 4711, note: "a note")

private func signIn(pin: Int? = 4711, local: String? = hidden) -> Secrets.SignIn {
    Secrets.SignIn(
        realm: "\(hidden)/realm",
        user: "ann",
        password: "\(hidden) & more",
        pin: pin,
        codes: ["\(hidden)a", "\(hidden)b"],
        born: Date(timeIntervalSince1970: 4711 * 86_400),
        token: Data(hidden.utf8),
        page: 47,
        local: local
    )
}

private func vault() -> Secrets.Vault {
    Secrets.Vault(
        title: "a title",
        owner: login,
        logins: [login, Secrets.Login(user: "bob", password: hidden)],
        keys: ["\(hidden)key": hidden],
        levels: [.lowest],
        hidden: Secrets.Open(word: hidden, days: [], more: [Secrets.Open(word: "\(hidden)2", days: [])])
    )
}

@Suite("Secrets")
struct SecretsTests {
    // MARK: print, dump and their like

    @Test("a task hides its secrets of any type, and shows the other values")
    func tasks() {
        expectHidden(signIn(), showing: ["SignIn", "user", "\"ann\"", "password", "pin", "codes", "tries", "1"])
    }

    @Test("a description does not show whether a secret has a value")
    func absent() {
        let task = signIn(pin: nil, local: nil)
        expectHidden(task, showing: ["pin"])
        #expect(texts(of: task) == texts(of: signIn()))
    }

    @Test("a shape hides its secrets, in a task, in an array, in an optional and in a dictionary")
    func shapes() {
        expectHidden(login, showing: ["Login", "ann", "a note"])
        expectHidden([login], showing: ["ann"])
        expectHidden(login as Secrets.Login?, showing: ["ann"])
        expectHidden(["k": login], showing: ["ann"])
        expectHidden(vault(), showing: ["a title", "ann", "bob", "spare", "nil"])
        expectHidden(Secrets.Store(vault: vault(), sizes: [4711], isNew: true), showing: ["a title", "bob"])
        expectHidden(Secrets.Replace(body: [vault()]), showing: ["a title", "bob"])
    }

    @Test("boxed shapes, request objects and files hide their secrets, too")
    func others() throws {
        let key = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C2474711E5F"))
        let link = Secrets.Link(key: key, next: Secrets.Link(key: key), last: Secrets.Link(key: key))
        expectHidden(link, showing: ["next", "Link", "nil"])
        expectHidden(Secrets.Follow(body: link), showing: ["next"])
        let place = Secrets.Place(code: hidden, zone: "a zone", area: hidden)
        expectHidden(Secrets.Find(place: place, code: "shown"), showing: ["a zone", "shown"])
        expectHidden(Secrets.Send(file: HTTPFile(data: Data(), name: hidden), caption: hidden), showing: ["file"])
    }

    @Test("a reply hides its secrets, for a named shape or none")
    func replies() throws {
        let json = #"{"token":"hunter2","created":4711,"limits":{"day":4711},"name":"a name"}"#
        let reply = try signIn().parse(HTTPReply(status: .ok, body: Data(json.utf8)))
        expectHidden(reply, showing: ["a name"])
        var changed = reply
        changed.token += "3"
        expectHidden(changed, showing: ["a name"])
        #expect(changed.token == "hunter23")
    }

    // MARK: Requests

    @Test("a message lists the secrets that were sent, and no others")
    func message() throws {
        let message = try signIn().pack()
        #expect(
            message.secrets == [
                "hunter2/realm", "hunter2 & more", "4711", "hunter2a", "hunter2b", "1982-11-25", "aHVudGVyMg==", "47",
            ]
        )
        #expect(message.uri == "sessions/hunter2%2Frealm")
        #expect(message.query == "page=47")
    }

    @Test("shapes in JSON, request objects and multipart list their secrets")
    func shapesInMessages() throws {
        let store = try Secrets.Store(vault: vault(), sizes: [0.5], isNew: true).pack()
        #expect(
            store.secrets == [
                hidden, "4711", hidden, "4711", hidden, "hunter2key", hidden, "lowest", hidden, "hunter22", "0.5",
                "true",
            ]
        )
        let place = Secrets.Place(code: "code", zone: "zone", area: "area")
        #expect(try Secrets.Find(place: place).pack().secrets == ["code", "zone", "area"])
        #expect(try Secrets.Find(place: place, code: "own", zone: "z", area: 1).pack().secrets == ["own", "z"])
        #expect(
            try Secrets.Send(file: HTTPFile(data: Data("x".utf8), name: "a.txt"), caption: "c").pack().secrets
                == ["a.txt", "c"]
        )
        #expect(try Secrets.List(page: 5).pack().secrets == [])
    }

    @Test("a rejected path variable is not quoted")
    func refusedVariable() {
        var task = signIn()
        task.realm = ".."
        let error = #expect(throws: PackError.self) { try task.pack() }
        #expect(
            error?.description
                == #"Secrets.SignIn (not sent): "realm" cannot be packed: a path segment must not be "." or "..""#
        )
    }

    // MARK: Replies that cannot be read

    @Test(
        "an error about a secret states the fault and the place, but not the value",
        arguments: [
            (#"{"token":4711,"created":1,"limits":{"day":1}}"#, "token", 9, "expected a string, found a number"),
            (
                #"{"token":"","created":"hunter2","limits":{"day":1}}"#, "created", 22,
                "expected seconds since 1970, found a string"
            ),
            (
                #"{"token":"","created":1,"limits":{"day":4711.5}}"#, "limits.day", 40,
                "it is not a valid Int: it has a fraction or is out of range"
            ),
            (#"{"token":"","created":1,"limits":4711}"#, "limits", 33, "expected an object, found the number 4711"),
        ]
    )
    func parseErrors(json: String, path: String, offset: Int, reason: String) {
        let error = #expect(throws: ParseError.self) {
            try signIn().parse(HTTPReply(status: .ok, body: Data(json.utf8)))
        }
        #expect(error?.path == path)
        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test("this includes the fields of a secret shape, which are not secret elsewhere")
    func nestedParseErrors() {
        let json = #"{"title":"","owner":{"user":"","password":""},"logins":[],"keys":{},"hidden":{"word":4711}}"#
        let error = #expect(throws: ParseError.self) {
            let _: Secrets.Vault = try HTTPReply(status: .ok, body: Data(json.utf8)).json()
        }
        #expect(error?.path == "hidden.word")
        #expect(error?.reason == "expected a string, found a number")
        let open = #expect(throws: ParseError.self) {
            let _: Secrets.Open = try HTTPReply(status: .ok, body: Data(#"{"word":4711}"#.utf8)).json()
        }
        #expect(open?.reason == "expected a string, found the number 4711")
    }

    @Test("no error quotes a secret that the server repeats", arguments: [400, 200])
    func errors(status: Int) async throws {
        // given
        let task = signIn()

        // when
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await RecordingServer.run(
                answer: { request in .text(status, request.text + " " + request.target) },
                { _, baseURL in _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(task) }
            )
        }

        // then
        let found = try #require(error)
        expectHidden(found, showing: [])
        #expect("\(found)".contains("\(status)"))
    }

    @Test("no error quotes the start of an unexpected reply, because it may contain a secret")
    func startOfReply() async throws {
        let task = signIn()
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await RecordingServer.run(
                answer: { _ in .text(200, "token=s3cr3t&created=1") },
                { _, baseURL in _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(task) }
            )
        }
        let text = "\(try #require(error))"
        #expect(text.contains("the body is not JSON"))
        #expect(!text.contains("s3cr3t"))
    }

    @Test("a secret is sent and read over HTTP")
    func bearer() async throws {
        let (request, response) = try await RecordingServer.run(
            answer: { _ in .json(["authenticated": true, "token": hidden]) },
            { server, baseURL in
                let task = HTTPBin.GetBearer(authorization: "Bearer \(hidden)")
                let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
                return (try #require(await server.requests.first), response)
            }
        )
        #expect(request.headers["authorization"] == "Bearer \(hidden)")
        #expect(response.token == hidden)
        expectHidden(response, showing: ["authenticated", "true"])
    }
}
