import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

private enum Level: String, ParameterValue {
    case high
}

private struct Login: ParameterPackable {
    var user = "ann"
    var password = "p & w"
    var next: [Login]?

    func pack(into packer: inout ParameterPacker) {
        packer.add("user", user)
        packer.add("password", packer.keepSecret(password))
        packer.add("next", next)
    }
}

/// A custom type that quotes the value that it rejects.
private struct Refused: ParameterValue {
    static func write(_ value: Refused, into packer: inout ParameterPacker) {
        packer.write(text: "hunter2")
        packer.fail("hunter2 is refused")
    }
}

/// A task with a uri that does not follow its template.
private struct Astray: HTTPNetTask {
    typealias Response = Void
    static var endpoint: HTTPEndpoint { HTTPEndpoint(nil, .get, "a/{token}") }
    var uri: String { "a/b/hunter2" }
}

/// The secrets in the result of packing a value.
private func secrets<Value: ParameterValue>(of value: Value, format: ValueFormat = .iso8601) throws -> [String] {
    try pack { packer in packer.keepSecret(value, format: format) }.secrets
}

@Suite("Secrets of a request")
struct SecretTests {
    @Test("the text of a scalar is recorded before it is escaped")
    func scalars() throws {
        #expect(try secrets(of: "a b/ü\"") == ["a b/ü\""])
        #expect(try secrets(of: -12) == ["-12"])
        #expect(try secrets(of: UInt64.max) == ["18446744073709551615"])
        #expect(try secrets(of: 0.5) == ["0.5"])
        #expect(try secrets(of: Decimal(string: "1.25")) == ["1.25"])
        #expect(try secrets(of: true) == ["true"])
        #expect(try secrets(of: Data([0xFF])) == ["/w=="])
        #expect(try secrets(of: URL(string: "http://h/a?b")) == ["http://h/a?b"])
        #expect(
            try secrets(of: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
                == ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]
        )
        #expect(try secrets(of: Level.high) == ["high"])
        #expect(try secrets(of: Date(timeIntervalSince1970: 0), format: .date) == ["1970-01-01"])
    }

    @Test("nil and empty texts are not recorded, because they would match everywhere")
    func nothing() throws {
        #expect(try secrets(of: nil as String?) == [])
        #expect(try secrets(of: "") == [])
        #expect(try secrets(of: [] as [Int]) == [])
        #expect(try secrets(of: [nil, ""] as [String?]) == [])
    }

    @Test("each text of arrays, dictionaries and shapes is recorded, and the name of a file")
    func containers() throws {
        #expect(try secrets(of: ["a", "b"]) == ["a", "b"])
        #expect(try secrets(of: [[1], [2, 3]]) == ["1", "2", "3"])
        #expect(try secrets(of: ["key": "value"]) == ["key", "value"])
        #expect(Set(try secrets(of: [Login(next: [Login(user: "bob")])])) == ["ann", "bob", "p & w"])
        #expect(try secrets(of: HTTPFile(data: Data("x".utf8), name: "a.txt")) == ["a.txt"])
    }

    @Test(
        "recording secrets does not change the request",
        arguments: [
            (HTTPRequest.Method.get, HTTPRequestEncoding.form), (.post, .form), (.post, .json), (.post, .multipart),
        ]
    )
    func sameRequest(method: HTTPRequest.Method, request: HTTPRequestEncoding) throws {
        // given
        let codes = ["a", "b"]

        // when
        let plain = try pack(method, request) { packer in
            packer.add("first", 1)
            packer.add("codes", codes, style: .comma)
            packer.add("X-Token", "t", in: .header)
        }
        let secret = try pack(method, request) { packer in
            packer.add("first", 1)
            packer.add("codes", packer.keepSecret(codes), style: .comma)
            packer.keepSecret(Login())
            packer.keepSecret(["k": 1])
            packer.add("X-Token", packer.keepSecret("t"), in: .header)
        }

        // then
        #expect(secret == plain)
        #expect(secret.hashValue == plain.hashValue)
        #expect(plain.secrets == [])
        #expect(Set(secret.secrets) == ["a", "b", "ann", "p & w", "k", "1", "t"])
    }

    @Test("the secrets of each shape in a body are recorded")
    func body() throws {
        // when
        let message = try pack { packer in packer.body([Login(password: "1"), Login(password: "2", next: [Login()])]) }

        // then
        #expect(message.secrets == ["1", "2", "p & w"])
        #expect(
            message.bodyText == #"[{"user":"ann","password":"1"},{"user":"ann","password":"2","#
                + #""next":[{"user":"ann","password":"p & w"}]}]"#
        )
    }

    @Test("the secrets of deeply nested shapes are all recorded, once")
    func deepShape() throws {
        // given
        let login = (0..<200).reduce(Login()) { inner, index in Login(password: "\(index)", next: [inner]) }

        // when
        let message = try pack(.post, .json) { packer in packer.add("login", login) }

        // then
        #expect(message.secrets.count == 201)
        #expect(Set(message.secrets).count == 201)
    }

    @Test("the secrets of a shape too deep for the stack are an error, and never left out")
    func deepShapeOnSmallStack() async {
        await onStack(kilobytes: 96) {
            for levels in 1...100 {
                // given
                let login = (1..<levels).reduce(Login()) { inner, index in Login(password: "\(index)", next: [inner]) }

                // when
                let result = Result { try pack(.post, .json) { packer in packer.add("l", packer.keepSecret(login)) } }

                // then
                switch result {
                case .success(let message): #expect(message.secrets.count >= levels)
                case .failure(let error): #expect(isOutOfStack(error))
                }
            }
        }
    }

    @Test("a secret that cannot be sent is reported by its name, and not quoted")
    func failures() {
        for error in [
            packError { packer in packer.add("n", packer.keepSecret(Double.nan)) },
            packError { packer in packer.add("n", packer.keepSecret(Decimal.nan)) },
            packError { packer in packer.add("n", packer.keepSecret(Login(user: "hunter2"))) },
            packError { packer in packer.add("n", packer.keepSecret(["hunter2": 1])) },
            packError { packer in packer.add("n", packer.keepSecret("hunter2\r\n"), in: .header) },
            packError { packer in packer.add("n", packer.keepSecret(Date(timeIntervalSince1970: .infinity))) },
            packError(.post, .multipart) { packer in
                packer.add("n", packer.keepSecret(HTTPFile(data: Data(), name: "hunter2\n")))
            },
        ] {
            #expect(error?.parameter == "n")
            #expect(error?.reason.contains("hunter2") == false)
            #expect(error?.reason.localizedCaseInsensitiveContains("nan") == false)
            #expect(error?.reason.contains("inf") == false)
        }
    }

    @Test("an error of users' code is shown without the secret")
    func ownReason() {
        #expect(packError { packer in packer.add("n", packer.keepSecret(Refused())) }?.reason == "<secret> is refused")
        #expect(packError { packer in packer.add("n", Refused()) }?.reason == "hunter2 is refused")
    }

    @Test("an error about a uri does not quote its variables")
    func uri() {
        let error = #expect(throws: PackError.self) { try Astray().pack() }
        #expect(error?.description.contains("hunter2") == false)
        #expect(error?.reason.contains("a/{token}") == true)
    }
}
