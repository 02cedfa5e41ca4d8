#if Tools
    import Foundation
    import Testing

    @Suite("nettask call without credentials", .serialized)
    struct CallPreviewTests {
        @Test(
            "prints a command for a shell with the variables of the secrets, in double quotes",
            arguments: [
                ("Header", "-H 'X-API-Key: '\"$NETTASK_API_KEY\""),
                ("Query b=1", "curl 'http://127.0.0.1:1/query?b=1&api%20key='\"$NETTASK_QUERY_KEY\" -H"),
                ("Bearer", "-H 'Authorization: Bearer '\"$NETTASK_TOKEN\""),
                ("Basic", "-u \"$NETTASK_LOGIN\""),
                ("Account", "-H 'Authorization: Bearer '\"$NETTASK_ACCOUNT\""),
                ("Cookie", "-H 'Cookie: theme=dark; sid='\"$NETTASK_SESSION\""),
                ("Several", "-H 'X-API-Key: '\"$NETTASK_API_KEY\" -H 'Cookie: sid='\"$NETTASK_SESSION\""),
                ("Path", "curl 'http://127.0.0.1:1/secrets/'\"$NETTASK_PART\"'/x'"),
                ("SignIn user=it's", #"--data-raw 'user=it%27s&password='"$NETTASK_PASSWORD""#),
                ("JSON", #"--data-raw '{"pin":'"$NETTASK_PIN"',"word":"'"$NETTASK_WORD"'"}'"#),
                ("Choose either=x word=1", #"--data-raw '{"either":"x","pin":'"$NETTASK_PIN"'}'"#),
                ("Follow", "curl \"$NETTASK_NEXT\""),
            ]
        )
        func curl(words: String, expected: String) throws {
            let result = try call(words.split(separator: " ").map(String.init) + ["--curl"])
            #expect(result.output.contains(expected), "\(result.output) \(result.errors)")
            #expect(result.status == 0)
        }

        @Test("prints a command that a shell expands to the secrets, whatever they contain")
        func shell() throws {
            // given
            let environment = [
                "NETTASK_API_KEY": "a'b \"c\" $HOME `x` \\", "NETTASK_SESSION": "s", "NETTASK_PASSWORD": "p",
            ]
            let command = try call(["Several"], environment, options: ["--curl"]).output

            // when
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "curl() { printf '%s\\n' \"$@\"; }; \(command)"]
            process.environment = environment
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()

            // then
            #expect(!command.contains("$HOME"))
            #expect(printed.contains("\nX-API-Key: a'b \"c\" $HOME `x` \\\n"), "\(printed)")
            #expect(printed.contains("\nCookie: sid=s\n"))
        }

        @Test(
            "masks a secret only where it is a value",
            arguments: [[:], ["NETTASK_API_KEY": "t", "NETTASK_TOKEN": "t"]]
        )
        func places(environment: [String: String]) throws {
            let text = try call(["Header"], environment, options: ["--dry-run"])
            let json = try call(["Bearer"], environment, options: ["--dry-run", "--format", "json"])
            #expect(text.output.hasPrefix("GET http://127.0.0.1:1/header\n"))
            #expect(text.output.contains("\nX-API-Key: $NETTASK_API_KEY\n"))
            #expect(
                json.output.contains(#"{"name":"Authorization","value":"Bearer $NETTASK_TOKEN"}"#),
                "\(json.output)"
            )
            #expect(json.output.contains(#""url":"http://127.0.0.1:1/bearer""#))
        }

        @Test("masks the secret fields of a body, which has no variables for them")
        func fields() throws {
            let body = #"body={"name": "t", "token": "t", "tokens": {"a": 1}, "pin": null}"#
            let result = try call(["Send", body], options: ["--dry-run"])
            #expect(
                result.output.hasSuffix(#"\n\n{"name":"t","token":"<secret>","tokens":{"a":"<secret>"},"pin":null}\n"#)
                    || result.output.hasSuffix(
                        "\n\n{\"name\":\"t\",\"token\":\"<secret>\",\"tokens\":{\"a\":\"<secret>\"},\"pin\":null}\n"
                    ),
                "\(result.output)"
            )
        }

        @Test("rejects an unknown option before the spec, which would send the request")
        func unknownOption() throws {
            let tool = Tool()
            try tool.write(spec, to: "api.nettask.yaml")
            let result = try tool("call", "--dryrun", "api.nettask.yaml", "Sparse")
            #expect(result.errors.contains("Unknown option '--dryrun'"))
            #expect(result.status == 64)
        }

        @Test("leaves out an optional secret without a value")
        func absent() throws {
            let result = try call(["Sparse"], options: ["--dry-run"])
            #expect(result.output.contains("/sparse\n"), "\(result.output) \(result.errors)")
            let given = try call(["Sparse"], ["NETTASK_CODE": "x"], options: ["--dry-run"])
            #expect(given.output.contains("/sparse?code=$NETTASK_CODE\n"))
        }

        @Test("prefers the alternative with credentials")
        func alternatives() throws {
            let first = try call(["Either"], options: ["--dry-run"])
            let second = try call(["Either"], ["NETTASK_API_KEY": "x"], options: ["--dry-run"])
            #expect(first.output.contains("Authorization: Bearer $NETTASK_TOKEN\n"))
            #expect(second.output.contains("X-API-Key: $NETTASK_API_KEY\n"))
            #expect(!second.output.contains("Authorization"))
        }

        private func call(
            _ arguments: [String],
            _ environment: [String: String] = [:],
            options: [String] = []
        ) throws -> Tool.Result {
            let tool = Tool()
            try tool.write(spec, to: "api.nettask.yaml")
            return try tool.run(["call", "api.nettask.yaml"] + arguments + options, environment: environment)
        }

        private let spec = """
            nettask: 1
            client: API
            baseURL: http://127.0.0.1:1
            auth:
              apiKey: {type: apiKey, name: X-API-Key}
              queryKey: {type: apiKey, in: query, name: api key}
              session: {type: apiKey, in: cookie, name: sid}
              token: bearer
              login: basic
              account: {type: oauth2, clientCredentials: {tokenURL: /token}}
            shapes:
              Person:
                fields:
                  name: String
                  token: {type: String, secret: true}
                  tokens: {type: "[String: Int]", secret: true}
                  pin: {type: String?, nullable: true, secret: true}
              Choice: {oneOf: {number: Int, text: String}}
            endpoints:
              Header: {uri: header, auth: apiKey}
              Query: {uri: query, auth: queryKey, params: {b: Int}}
              Bearer: {uri: bearer, auth: token}
              Basic: {uri: basic, auth: login}
              Account: {uri: account, auth: account}
              Cookie: {uri: cookie, auth: session, params: {theme: {type: String, in: cookie, default: dark}}}
              Several: {uri: several, auth: [apiKey, session]}
              Either: {uri: either, auth: {anyOf: [token, apiKey]}}
              Path: {uri: "secrets/{part}/x", params: {part: {type: String, secret: true}}}
              SignIn: {method: POST, uri: sessions, params: {user: String, password: {type: String, secret: true}}}
              JSON:
                method: POST
                encoding: json
                uri: json
                params: {pin: {type: Int, secret: true}, word: {type: String, secret: true}}
              Choose:
                method: POST
                encoding: json
                uri: choices
                params: {either: Choice, word: {type: Int, in: query}, pin: {type: Choice, secret: true}}
              Follow: {params: {next: {type: URL, in: url, secret: true}}}
              Send: {method: POST, uri: send, body: Person}
              Sparse: {uri: sparse, params: {code: {type: String?, secret: true}}}
            """
    }
#endif
