import Foundation
import JSONForms
import NetTaskRuntime

extension Checks {
    /// The requests of the generated client.
    mutating func checkGeneratedParams() async {
        begin("the generated client's requests")
        await checkQueries()
        await checkGeneratedBodies()
        await checkRest()
    }

    private mutating func checkQueries() async {
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        let query = HTTPBin.GetQuery(
            text: "a b",
            number: -1,
            big: .max,
            small: .min,
            ratio: 0.1,
            share: 0.1,
            price: Decimal(string: "1.10"),
            flag: true,
            site: URL(string: "http://h/?a=b&c"),
            identifier: uuid,
            bytes: Data([255, 0]),
            mood: .good,
            day: date,
            created: date,
            modified: date,
            seconds: Date(timeIntervalSince1970: 7),
            millis: date
        )
        let expected = [
            "text": "a b", "number": "-1", "big": "18446744073709551615", "small": "-128", "ratio": "0.1",
            "share": "0.1",
            "price": "1.1", "flag": "true", "site": "http://h/?a=b&c", "identifier": uuid?.uuidString ?? "",
            "bytes": "/wA=", "mood": "+1", "level": "1", "day": "2023-11-14", "created": "2023-11-14T22:13:20.500Z",
            "modified": "Tue, 14 Nov 2023 22:13:20 GMT", "seconds": "7", "millis": "1700000000500",
        ]
        if let echo = await response(of: query) {
            expect(echo.args, expected, "GetQuery")
            expect(echo.url.path, "/get", "GetQuery")
        }
        let arrays = HTTPBin.GetArrays(
            repeated: ["a", "b,c"],
            commas: ["a", "b c"],
            spaces: ["a", "b"],
            pipes: [1, 2],
            brackets: [.good, .bad],
            days: [date, date]
        )
        if let echo = await echo(of: Raw(arrays)) {
            expect(echo.args("fixed"), ["yes"], "GetArrays")
            expect(echo.args("repeated"), ["a", "b,c"], "GetArrays")
            expect(echo.args("commas"), ["a,b c"], "GetArrays")
            expect(echo.args("spaces"), ["a b"], "GetArrays")
            expect(echo.args("pipes"), ["1|2"], "GetArrays")
            expect(echo.args("brackets[]"), ["+1", "-1"], "GetArrays")
            expect(echo.args("days"), ["2023-11-14,2023-11-14"], "GetArrays")
        }
        let anything = HTTPBin.GetAnything(name: "a/b?c", day: date, mood: .good)
        if let echo = await response(of: anything) {
            // httpbin decodes the path before it reports it.
            expect(echo.url.absoluteString, "\(subject.url)/anything/a/b%3Fc/2023-11-14/+1", "GetAnything")
        }
    }

    private mutating func checkGeneratedBodies() async {
        let form = HTTPBin.PostForm(
            firstName: "ü &=",
            nickNames: ["a"],
            isMember: false,
            page: 2,
            trace: "t",
            localOnly: 1
        )
        if let echo = await response(of: form) {
            let expected = [
                "first_name": "ü &=", "nick_names": "a", "is_member": "false", "version": "2", "ratio": "0.5",
                "beta": "true", "code": "007",
            ]
            expect(echo.form, expected, "PostForm")
            expect(echo.args, ["page": "2"], "PostForm")
            expect(echo.headers["X-Trace"], "t", "PostForm")
        }
        let person = HTTPBin.Person(
            fullName: "N",
            birthDate: Date(timeIntervalSince1970: 0),
            homeAddress: HTTPBin.Address(streetName: "S", postalCode: nil),
            children: [HTTPBin.Person(fullName: "C")],
            homePage: URL(string: "http://h/"),
            balance: Decimal(string: "-0.10"),
            photo: Data([1]),
            manager: HTTPBin.Person(fullName: "M"),
            internalNote: "no"
        )
        let sent = #"""
            {"full-name": "N", "birth-date": "1970-01-01", "home-address": {"street_name": "S"}, \#
            "children": [{"full-name": "C", "children": []}], "home-page": "http://h/", "balance": -0.1, \#
            "photo": "AQ==", "manager": {"full-name": "M", "children": []}}
            """#
        await checkBody(Raw(HTTPBin.PutPerson(dryRun: true, body: person)), sent)
        await checkBody(Raw(HTTPBin.PutPeople(body: [person, person])), "[\(sent), \(sent)]")
        await checkBody(Raw(HTTPBin.DeleteWithBody(body: .init(streetName: "S"))), #"{"street_name": "S"}"#)
        let json = HTTPBin.PostJSON(person: person, people: [], scores: ["a": 1], matrix: [[1], []], mood: .bad)
        let rest =
            #""people": [], "scores": {"a": 1}, "matrix": [[1], []], "mood": "-1", "version": 2, "nothing": null}"#
        await checkBody(Raw(json), #"{"person": \#(sent), \#(rest)"#)
        let multipart = HTTPBin.PostMultipart(
            caption: "c",
            tags: ["t"],
            photo: HTTPFile(data: Data("p".utf8), name: "p"),
            attachments: [HTTPFile(data: Data("q".utf8))]
        )
        if let echo = await response(of: multipart) {
            expect(echo.form, ["caption": "c", "tags": "t"], "PostMultipart")
            expect(echo.files, ["photo": "p", "attachments": "q"], "PostMultipart")
        }
    }

    private mutating func checkBody<T: HTTPNetTask>(_ task: T, _ text: String) async where T.Response == HTTPReply {
        guard let echo = await echo(of: task) else { return }
        let expected: JSONTree? = Data(text.utf8).withUnsafeBytes { try? readJSON($0) }
        // Flask sorts members by their names.
        expect(echo.json.map { "\($0.sorted)" }, expected.map { "\($0.sorted)" }, "the body of \(T.self)")
        expect(echo.header("Content-Type"), "application/json; charset=utf-8", "the body of \(T.self)")
    }

    private mutating func checkRest() async {
        if let headers = await response(of: HTTPBin.GetHeaders(token: "t", count: 2)) {
            expect([headers["X-Token"], headers["X-Count"], headers["X-Fixed"]], ["t", "2", "1"], "GetHeaders")
        }
        if let bearer = await response(of: HTTPBin.GetBearer(authorization: "Bearer abc")) {
            expect(bearer.authenticated, true, "GetBearer")
            expect(bearer.token, "abc", "GetBearer")
            expect("\(bearer)".contains("abc"), false, "GetBearer, printed")
        }
        if let echo = await response(of: HTTPBin.PatchText(body: "# ü")) {
            expect(echo.data, "# ü", "PatchText")
            expect(echo.headers["Content-Type"], "text/markdown; charset=utf-8", "PatchText")
        }
        if let echo = await response(of: HTTPBin.PostData(body: Data("d".utf8))) { expect(echo.data, "d", "PostData") }
        if let echo = await response(
            of: HTTPBin.PostFile(body: HTTPFile(data: Data("f".utf8), contentType: "text/css"))
        ) {
            expect(echo.data, "f", "PostFile")
            expect(echo.headers["Content-Type"], "text/css", "PostFile")
        }
        if let echo = await response(of: HTTPBin.DeleteWithQuery(reason: "r")) {
            expect(echo.args, ["confirm": "yes"], "DeleteWithQuery")
        }
    }
}
