#if Tools
    import FlyingFox
    import Foundation
    import Testing

    @Suite("nettask call", .serialized)
    struct CallCommandTests {
        @Test("sends the request of the spec, and shows the reply as its type")
        func text() async throws {
            // when
            let result = try await call(["Posts.Get", "id=7", "tags=a b", "tags=c"]) { request in
                .json(#"{"id": 7, "title": "T", "tags": ["x"], "target": "\#(request.target)"}"#)
            }

            // then
            #expect(result.errors == "")
            #expect(
                result.output == """
                    200 ok  Post
                    id: 7
                    title: "T"
                    tags:
                      - "x"
                    target: "/posts/7?tags=a%20b&tags=c"

                    """
            )
            #expect(result.status == 0)
        }

        @Test("reads shapes as JSON and files by their paths, and sends the body in the spec's encoding")
        func bodies() async throws {
            // when
            let json = try await call(["Create", "title=true", #"post={"id": 1, "title": "x"}"#, "--format", "json"]) {
                .json($0.body.isEmpty ? "null" : #"{"id": 1, "title": \#(quoted($0.body)), "target": ""}"#)
            }
            let file = try await call(["Upload", "photo@photo.txt"]) {
                .json(#"{"id": 2, "title": "\#($0.body.contains("the bytes"))", "target": ""}"#)
            }

            // then
            #expect(json.output.contains(##"{\"title\":\"true\",\"post\":{\"id\":1,\"title\":\"x\",\"tags\":[]}}"##))
            #expect(file.output.contains("title: \"true\"\n"))
        }

        @Test("prints the elements of a stream when they arrive, and the other form of the endpoint as its type")
        func stream() async throws {
            // given
            let answer: @Sendable (Seen) -> HTTPResponse = { request in
                let events =
                    [1, 2].map { "data: {\"id\": \($0), \"title\": \"T\"}\n\n" }.joined()
                    + "data: [DONE]\n\ndata: x\n\n"
                let type = HTTPHeader("Content-Type")
                return request.target.contains("stream=true")
                    ? HTTPResponse(statusCode: .ok, headers: [type: "text/event-stream"], body: Data(events.utf8))
                    : request.target.contains("stream")
                        ? .json(#"{"reason": "gone"}"#, status: 404) : .json(#"{"id": 3, "title": "whole"}"#)
            }

            // when
            let text = try await call(["Watch", "stream=true"], answer: answer)
            let json = try await call(["Watch", "stream=true", "--format", "json"], answer: answer)
            let whole = try await call(["Watch"], answer: answer)
            let failed = try await call(["Log", "streams=1"], answer: answer)
            let toFile = try await call(["Log", "streams=1", "--output", "a"], answer: answer)

            // then
            #expect(
                text.output
                    == "id: 1\ntitle: \"T\"\ntags: []\ntarget: nil\nid: 2\ntitle: \"T\"\ntags: []\ntarget: nil\n"
            )
            #expect(text.status == 0)
            #expect(json.output.split(separator: "\n").count == 2)
            #expect(json.output.split(separator: "\n").first?.contains(#""id":1"#) == true)
            #expect(whole.output.contains("title: \"whole\""))
            #expect(failed.output == "404 not found\nreason: \"gone\"\n")
            #expect(failed.status == 1)
            #expect(toFile.errors.contains("this one is a stream"))
        }

        @Test("ends with status 1 if the reply is an error, and shows its typed body")
        func failure() async throws {
            let result = try await call(["Posts.Get", "id=7"]) { _ in .json(#"{"reason": "gone"}"#, status: 404) }
            #expect(result.status == 1)
            #expect(result.output == "404 not found\nreason: \"gone\"\n")
        }

        @Test("ends with status 1 if a reply cannot be read, and shows the place")
        func unreadable() async throws {
            let result = try await call(["Posts.Get", "id=7"]) { _ in .json(#"{"id": "x"}"#) }
            #expect(result.status == 1)
            #expect(result.output.contains("at id, byte 7"))
        }

        @Test("reads credentials and secrets from the environment, and never shows them")
        func credentials() async throws {
            // given
            let environment = ["NETTASK_API_KEY": "hunter2", "NETTASK_PIN_CODE": "1234"]

            // when
            let sent = try await call(["Secret"], environment) { request in
                let isRight = request.headers["x-api-key"] == "hunter2" && request.target == "/secret?pin_code=1234"
                return .json(#"{"id": 1, "title": "\#(isRight)", "target": "\#(request.target)"}"#)
            }
            let shown = try await call(["Secret", "--dry-run"], environment)
            let curl = try await call(["Secret", "--curl"], environment)

            // then
            #expect(sent.output.contains(#"title: "true""#))
            #expect(sent.output.contains(#"target: "/secret?pin_code=<secret>""#))
            #expect(shown.output.contains("X-API-Key: $NETTASK_API_KEY\n"))
            #expect(shown.output.contains("/secret?pin_code=$NETTASK_PIN_CODE\n"))
            #expect(curl.output.hasPrefix("curl 'http://"))
            #expect(!(shown.output + curl.output).contains("hunter2"))
            #expect(!(shown.output + curl.output).contains("1234"))
        }

        @Test(
            "reports mistakes in the command line",
            arguments: [
                (["Posts.Gett", "id=1"], "there is no endpoint `Posts.Gett`; did you mean `Posts.Get`?"),
                (["API.Posts.Gt", "id=1"], "there is no endpoint `API.Posts.Gt`; did you mean `Posts.Get`?"),
                (["Get", "id=1"], "there is no endpoint `Get`; did you mean `Posts.Get`?"),
                (["Posts.Get"], "Posts.Get needs id (Int)"),
                (["Posts.Get", "di=1"], "Posts.Get has no param `di`; did you mean `id`?"),
                (["Posts.Get", "id=one"], "id: `one` is not a valid Int"),
                (["Posts.Get", "id=1", "id=2"], "id: it is given twice, but is not a list"),
                (["Posts.Get", "id"], "`id` is neither NAME=VALUE nor NAME@PATH"),
                (["Posts.Get", "id=1", "order=as"], "order: `as` is not one of asc, desc; did you mean `asc`?"),
                (["Create", "title=x", "post={}"], "post: it is not valid JSON for Post: id: it is missing"),
                (["Upload", "photo=x"], "photo: a file is given as NAME@PATH"),
                (["Upload", "photo@nowhere"], "/nowhere that can be read"),
                (["Upload", "photo@."], "there is no file at "),
                (["Posts.Get", "id=1", "--base-url", "http://u:p@127.0.0.1:1"], "'--base-url' has credentials"),
                (["Posts.Get", "id=1", "--base-url", "127.0.0.1"], "is not an http or https URL"),
                (
                    ["Posts.Get", "id=1", "--curl", "--format", "json"],
                    "'--curl' cannot be used with '--format json'"
                ),
                (["Secret", "pinCode=1"], "pinCode is secret, and not given on the command line"),
                (["Posts.Get", "--id", "1"], "there is no option `--id`; did you mean `id=1`?"),
                (["Posts.Get", "--id=1", "--dry-run"], "there is no option `--id`; did you mean `id=1`?"),
                (["Posts.Get", "id=1", "--tags", "a b"], "there is no option `--tags`; did you mean `'tags=a b'`?"),
                (["Secret", "--pin-code", "hunter2"], "`--pin-code`, and pinCode is secret; set NETTASK_PIN_CODE"),
                (["Posts.Get", "id=1", "--dryrun"], "there is no option `--dryrun`; did you mean `--dry-run`?"),
                (["Posts.Get", "id=1", "-x"], "there is no option `--x`; a param is given as NAME=VALUE"),
                (["Secret"], "Secret needs pinCode (secret: NETTASK_PIN_CODE)"),
            ]
        )
        func mistakes(arguments: [String], message: String) async throws {
            let result = try await call(arguments)
            #expect(result.errors.contains(message), "\(result.errors)")
            #expect(!result.errors.contains("hunter2"))
            #expect(result.status == 64)
        }

        @Test("does not show a secret that is invalid for its type")
        func wrongSecret() async throws {
            let result = try await call(["Pin"], ["NETTASK_PIN_NUMBER": "hunter2"])
            #expect(result.errors == "error: pinNumber: it is not a valid Int [invalid-argument]\n")
        }

        @Test("marks credentials that a reply repeats")
        func repeatedCredentials() async throws {
            let environment = ["NETTASK_API_KEY": "hunter2", "NETTASK_PIN_CODE": "1234"]
            let result = try await call(["Secret"], environment) { _ in .json("no hunter2\nhere", status: 401) }
            #expect(result.output == "401 unauthorized\nno <secret>\nhere\n")
        }

        @Test("does not show the body of a typed error that cannot be read")
        func unreadableFailure() async throws {
            let result = try await call(["Posts.Get", "id=7"]) { _ in .json(#"{"reason": 17}"#, status: 404) }
            #expect(
                result.output == "404 not found\n(a body of 14 bytes that does not match the spec for this status)\n"
            )
        }

        @Test(
            "prefers JSON to text if a shape can be both",
            arguments: [
                (#"either={"id": 1, "title": "x"}"#, #"{"either":{"id":1,"title":"x","tags":[]}}"#),
                ("either=some text", #"{"either":"some text"}"#),
            ]
        )
        func alternatives(argument: String, body: String) async throws {
            let result = try await call(["Choose", argument, "--dry-run"])
            #expect(result.output.hasSuffix("\n\n\(body)\n"), "\(result.errors)")
        }

        @Test(
            "takes a body of several media types by its case, by the fields of a form, or as JSON",
            arguments: [
                (["body.csv=a,b"], "a,b"), (["body.json=[1]"], "[1]"), (["body=[1]"], "[1]"),
                (["body.form.title=a b", "body.form.tags=x", "body.form.tags=y"], "title=a+b&tags=x&tags=y"),
            ]
        )
        func mediaTypes(arguments: [String], body: String) async throws {
            let result = try await call(["Send"] + arguments + ["--dry-run"])
            #expect(result.output.hasSuffix("\n\n\(body)\n"), "\(result.output) \(result.errors)")
        }

        @Test("takes files of a form in a body of several media types")
        func filesOfForms() async throws {
            // when
            let result = try await call(["Send", "body.multipart.title=t", "body.multipart.photo@photo.txt"]) {
                .json(#"{"id": 2, "title": "\#($0.body.contains("the bytes"))"}"#)
            }

            // then
            #expect(result.output.contains("title: \"true\"\n"), "\(result.errors)")
        }

        @Test("selects the type of a reply by its media type")
        func mediaTypeOfReply() async throws {
            let result = try await call(["Report"]) { _ in
                HTTPResponse(statusCode: .ok, headers: [HTTPHeader("Content-Type"): "text/csv"], body: Data("a,b".utf8))
            }
            #expect(result.output.contains("a,b"), "\(result.errors)")
        }

        @Test(
            "sends nothing where the reply cannot be written to a file",
            arguments: [
                ("no/file", "'--output no/file': the folder ", "/no does not exist; create it first"),
                (".", "'--output .' is a folder; ", "give the path of a file in it"),
            ]
        )
        func unwritable(path: String, message: String, end: String) async throws {
            let result = try await call(["Posts.Get", "id=7", "--output", path]) { _ in
                Issue.record("it was sent")
                return .json(#"{"id": 7, "title": "T"}"#)
            }
            #expect(result.status == 64)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("error: \(message)"))
            #expect(result.errors.contains(end))
        }

        @Test("shows the content type and the start of a reply that is not JSON, unless it may contain a secret")
        func notJSON() async throws {
            let page = try await call(["Posts.Get", "id=7"]) { _ in .json("<html>") }
            #expect(page.output.contains("the body is not JSON: it has no Content-Type and starts with \"<html>\""))
            let token = try await call(["SignIn"]) { _ in .json("token=hunter2") }
            #expect(token.output.contains("the body is not JSON: it has no Content-Type\n"))
        }

        @Test("reports missing credentials")
        func missingCredentials() async throws {
            let result = try await call(["Secret"], ["NETTASK_PIN_CODE": "1"])
            #expect(
                result.errors
                    == "error: Secret needs the credentials `apiKey`: set NETTASK_API_KEY [invalid-argument]\n"
            )
        }

        @Test("reports that there is no reply without a server")
        func noServer() async throws {
            let result = try await call(["Posts.Get", "id=1", "--base-url", "http://127.0.0.1:1"])
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("error: "))
        }

        @Test("prints the command for the next page, which works", .serialized, arguments: ["text", "json"])
        func pages(format: String) async throws {
            // given
            let start = ["List", "size=2", "after=a b", "--format", format]

            // when
            let cursor = try await call(start) { _ in .json(#"{"items": [1], "next": "c'd"}"#) }
            let last = try await call(start) { _ in .json(#"{"items": [1]}"#) }
            let hostile = try await call(start) { _ in .json(#"{"items": [1], "next": "\u001b[2J"}"#) }

            // then
            let command = #"nettask call api.nettask.yaml List size=2 'after=c'\''d'"#
            let json = command.replacingOccurrences(of: "\\", with: "\\\\") + " --format json"
            #expect(cursor.output.contains(format == "json" ? "\"\(json)\"" : "\nnext page: \(command)\n"))
            for result in [last, hostile] {
                #expect(!result.output.contains("nettask call"))
                #expect(result.status == 0)
            }
        }

        @Test("continues at the URL of a page without its key, which comes from the environment")
        func pagesByURL() async throws {
            let environment = ["NETTASK_QUERY_KEY": "hunter2"]
            let answer: @Sendable (Seen) -> HTTPResponse = { seen in
                .json(#"{"items": [], "next": "\#(seen.target)&page=2"}"#)
            }
            let first = try await call(["Keyed"], environment, answer: answer)
            #expect(first.output.hasSuffix("/keyed?page=2'\n"))
            #expect(!first.output.contains("hunter2"))
            let second = try await call(["Keyed", "--page", "/keyed?page=2"], environment, answer: answer)
            #expect(second.output.contains("/keyed?page=2&page=2'\n"))
            let other = try await call(["Keyed", "--page", "https://evil.test/"], environment, answer: answer)
            #expect(other.status == 1)
            #expect(try await call(["List", "--page", "/list"]).status == 64)
        }

        @Test("polls until the operation ends", arguments: ["ready", "broken"])
        func longRunning(end: String) async throws {
            // when
            let result = try await call(["Export", "name=a"], ["NETTASK_API_KEY": "hunter2"]) { seen in
                switch seen.target {
                case "/exports": .json(#"{"id": 7, "state": "new"}"#, status: 202)
                case "/jobs/7" where seen.headers["x-api-key"] == "hunter2": .json(#"{"id": 7, "state": "\#(end)"}"#)
                default: .json("{}", status: 404)
                }
            }
            // then
            #expect(result.output.hasPrefix("200 ok  Job\(end == "broken" ? "  failed" : "")\nid: 7\n"))
            #expect(result.errors.contains("still running (0 polls)\n"))
            #expect(result.status == (end == "broken" ? 1 : 0))
        }

        @Test("ends a long-running operation with the error of its start, or without values for polls")
        func longRunningError() async throws {
            let environment = ["NETTASK_API_KEY": "hunter2"]
            let refused = try await call(["Export", "name=a"], environment) { _ in .json(#"{"id": 7}"#, status: 400) }
            #expect(refused.output.hasPrefix("400 bad request\n"))
            #expect(refused.status == 1)
            let unclear = try await call(["Export", "name=a"], environment) { _ in .json("{}", status: 201) }
            #expect(unclear.output.hasPrefix("201 created\nerror: "))
            #expect(unclear.status == 1)
        }

        // MARK: The spec

        private typealias Seen = CallServer.Request

        private func call(
            _ arguments: [String],
            _ environment: [String: String] = [:],
            answer: @escaping @Sendable (Seen) -> HTTPResponse = { _ in .json("{}") }
        ) async throws -> Tool.Result {
            try await CallServer.call(arguments, by: spec, environment, answer: answer)
        }

        private let spec = """
            nettask: 1
            client: API
            baseURL: http://127.0.0.1:PORT
            auth: {apiKey: {type: apiKey, name: X-API-Key}, queryKey: {type: apiKey, in: query, name: key}}
            shapes:
              Post: {fields: {id: Int, title: String, tags: {type: [String], default: []}, target: String?}}
              Problem: {fields: {reason: String}}
              Order: {enum: [asc, desc], closed: true}
              Page: {fields: {items: "[Int]", next: String?}}
              Job: {fields: {id: Int, state: String}}
              Either: {oneOf: {post: Post, text: String}}
              Tagged: {fields: {title: String, tags: {type: [String], default: []}}}
              Photo: {fields: {title: String, photo: File}}
            endpoints:
              Report: {uri: report, response: {application/json: Post, text/csv: String}}
              Send:
                method: POST
                uri: either
                body:
                  application/json: "[Int]"
                  text/csv: String
                  application/x-www-form-urlencoded: Tagged
                  multipart/form-data: Photo
                response: Post
              Create: {method: POST, encoding: json, uri: posts, params: {title: String, post: Post}, response: Post}
              Upload: {method: POST, encoding: multipart, uri: photos, params: {photo: File}, response: Post}
              Secret: {uri: secret, auth: apiKey, params: {pinCode: {type: String, secret: true}}, response: Post}
              SignIn: {method: POST, uri: sessions, response: {fields: {token: {type: String, secret: true}}}}
              Pin: {uri: pin, params: {pinNumber: {type: Int, secret: true}}}
              Watch: {uri: watch, params: {stream: Bool?}, response: {events: Post, until: "[DONE]", when: {stream: true}, otherwise: Post}}
              Log: {uri: log, params: {streams: Int}, response: {lines: Post}, errors: {404: Problem}}
              Choose: {method: POST, encoding: json, uri: choices, params: {either: Either}}
              List:
                uri: list
                params: {after: String?, size: Int?}
                response: Page
                pages: {cursor: after, next: next, items: items}
              Polled: {uri: "jobs/{id}", auth: apiKey, params: {id: Int}, response: Job}
              Export:
                method: POST
                uri: exports
                params: {name: String}
                response: Job
                longRunning: {poll: Polled, done: {state: ready}, failed: {state: broken}, interval: 1ms}
              Keyed: {uri: keyed, auth: queryKey, response: Page, pages: {url: next, items: items}}
            groups:
              Posts:
                uri: posts
                endpoints:
                  Get: {uri: "{id}", params: {id: Int, tags: {type: [String], default: []}, order: Order?}, response: Post, errors: {404: Problem}}
            """
    }

    private func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
#endif
