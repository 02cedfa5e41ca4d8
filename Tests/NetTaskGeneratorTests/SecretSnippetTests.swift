import Testing

@testable import NetTaskGenerator

@Suite("Secrets: YAML, and the Swift that it becomes")
struct SecretSnippetTests {
    @Test("a task with a secret shows itself without it, and tells the packer of it")
    func task() throws {
        let swift = try swift(
            for: """
                endpoints:
                  SignIn:
                    method: POST
                    uri: realms/{realm}
                    params:
                      realm: {type: String, secret: true}
                      user: String
                      password: {type: String, secret: true}
                      born: {type: Date?, format: date, secret: true}
                      note: String?
                """
        )
        #expect(
            swift == #"""
                extension API {
                    /// `POST realms/{realm}`
                    struct SignIn: HTTPNetTask, CustomReflectable {
                        typealias Response = Void

                        static let endpoint: HTTPEndpoint = {
                            API.api.endpoint("API.SignIn", .post, "realms/{realm}")
                        }()

                        var realm: String
                        var user: String
                        var password: String
                        var born: Date?
                        var note: String?

                        init(realm: String, user: String, password: String, born: Date? = nil, note: String? = nil) {
                            self.realm = realm
                            self.user = user
                            self.password = password
                            self.born = born
                            self.note = note
                        }

                        var uri: String { "realms/\(PathSegment(realm))" }

                        func pack(into packer: inout ParameterPacker) {
                            packer.keepSecret(realm)
                            packer.add("user", user)
                            packer.add("password", packer.keepSecret(password))
                            packer.add("born", packer.keepSecret(born, format: .date), format: .date)
                            packer.add("note", note)
                        }

                        var customMirror: Mirror {
                            Mirror(
                                self,
                                children: [
                                    "realm": RedactedValue(),
                                    "user": user,
                                    "password": RedactedValue(),
                                    "born": RedactedValue(),
                                    "note": note as Any,
                                ],
                                displayStyle: .struct
                            )
                        }
                    }
                }

                """#
        )
    }

    @Test("a shape with a secret reads it without quoting it, and shows itself without it")
    func shape() throws {
        let swift = try swift(
            for: """
                shapes:
                  Session:
                    fields:
                      token: {type: String, secret: true}
                      ends: {type: Date, format: unix, secret: true, from: limits.end}
                      user: String
                endpoints:
                  GetSession: {uri: session, response: Session}
                """
        )
        #expect(
            swift.hasPrefix(
                """
                extension API {
                    struct Session: JSONReadable, Sendable, CustomReflectable {
                        var token: String
                        var ends: Date
                        var user: String

                        init(token: String, ends: Date, user: String) {
                            self.token = token
                            self.ends = ends
                            self.user = user
                        }

                        init(from object: inout JSONReader) throws {
                            self.token = try object.read(secret: "token")
                            try object.enter("limits")
                            self.ends = try object.read(secret: "end", format: .unix)
                            try object.leave()
                            self.user = try object.read("user")
                        }

                        var customMirror: Mirror {
                            Mirror(
                                self,
                                children: [
                                    "token": RedactedValue(),
                                    "ends": RedactedValue(),
                                    "user": user,
                                ],
                                displayStyle: .struct
                            )
                        }
                    }
                }

                """
            )
        )
    }

    @Test("an endpoint whose reply or error may hold a secret says so, at any depth, and others do not")
    func hidesReplies() throws {
        func swift(_ endpoint: String) throws -> String {
            try NetTaskGeneratorTests.swift(
                for: """
                    shapes:
                      Login: {fields: {key: {type: String, secret: true}}}
                      Account: {fields: {logins: [Login]}}
                      Page: {fields: {number: Int}}
                    endpoints: {Get: {uri: x, \(endpoint)}}
                    """
            )
        }
        for endpoint in [
            "response: Account", "response: {fields: {a: {type: Int, secret: true}}}", "response: {events: Login}",
            "response: Page, errors: {404: [Account]}",
        ] {
            #expect(try swift(endpoint).contains("    endpoint.hidesReplies = true\n"), "\(endpoint)")
        }
        for endpoint in ["response: Page", "method: POST, body: Account, response: String"] {
            #expect(try !swift(endpoint).contains("hidesReplies"), "\(endpoint)")
        }
    }

    @Test("what is sent in place of a request object's secret is as secret as that")
    func requestObject() throws {
        let swift = try swift(
            for: """
                shapes:
                  Login: {fields: {key: {type: String, secret: true}, pin: {type: Int, secret: true}, own: String}}
                endpoints:
                  Call: {uri: a, requestObject: Login, params: {key: String?, pin: String?, own: {type: String?, secret: true}}}
                """
        )
        #expect(
            swift.contains(
                """
                            packer.add("key", packer.keepSecret(key ?? login.key))
                            if let value = pin {
                                packer.add("pin", value)
                            } else {
                                packer.add("pin", packer.keepSecret(login.pin))
                            }
                            packer.add("own", packer.keepSecret(own ?? login.own))
                """
            )
        )
    }

    @Test("nothing is generated where nothing is secret")
    func nothing() throws {
        let swift = try swift(
            for: """
                shapes: {A: {fields: {id: {type: Int, secret: false}}}}
                endpoints: {G: {uri: x, params: {id: Int}, response: A}}
                """
        )
        for word in ["customMirror", "CustomReflectable", "keepSecret", "secret:", "RedactedValue"] {
            #expect(!swift.contains(word))
        }
    }
}
