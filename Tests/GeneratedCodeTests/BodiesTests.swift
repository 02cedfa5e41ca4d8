import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Bodies of several media types")
struct BodiesTests {
    @Test("each is sent in its encoding, with its media type, next to params in the query")
    func alternatives() throws {
        // when
        let json = try Bodies.Send(dry: true, body: .json(.init(title: "a b", tags: ["x", "y"]))).pack()
        let form = try Bodies.Send(body: .form(.init(title: "a b", tags: ["x", "y"]))).pack()
        let csv = try Bodies.Send(body: .csv("a,b")).pack()
        let binary = try Bodies.Send(body: .binary(Data([1]))).pack()
        let list = try Bodies.Send(body: .note([.init(x: 1)])).pack()

        // then
        #expect(json.bodyText == #"{"title":"a b","tags":["x","y"]}"#)
        #expect(json.query == "dry=true")
        #expect(json.headers[.contentType] == "application/json")
        #expect(form.bodyText == "title=a+b&tags=x&tags=y")
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(csv.bodyText == "a,b")
        #expect(csv.headers[.contentType] == "text/csv")
        #expect(binary.headers[.contentType] == "application/octet-stream")
        #expect(list.bodyText == #"[{"x":1}]"#)
        #expect(list.headers[.contentType] == "application/vnd.note+json")
    }

    @Test("a form with files has a part for each field")
    func multipart() async throws {
        // given
        let image = HTTPFile(data: Data("PNG".utf8), name: "p.png", contentType: "image/png")

        // when
        let request = try await send(Bodies.Send(body: .multipart(.init(title: "t", image: image, pages: [])))).request

        // then
        #expect(request.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(request.text.contains("name=\"title\"\r\n\r\nt\r\n"))
        #expect(request.text.contains("name=\"image\"; filename=\"p.png\""))
        #expect(!request.text.contains("pages"))
    }

    @Test("a form as a whole body is sent by any method, and nil sends no body")
    func wholeForm() throws {
        let form = try Bodies.Form(body: .init(title: "t")).pack()
        #expect(form.bodyText == "title=t")
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(try Bodies.Form().pack().body == nil)
        #expect(try Bodies.Store().pack().body == nil)
    }

    @Test("secrets in it are hidden")
    func secrets() throws {
        for body: Bodies.Send.Body in [
            .json(.init(title: "t", pin: "hunter2")), .form(.init(title: "t", pin: "hunter2")),
        ] {
            var dumped = ""
            dump(try Bodies.Send(body: body).pack(), to: &dumped)
            dump(Bodies.Send(body: body), to: &dumped)
            #expect(!dumped.contains("hunter2"))
        }
    }

    @Test("a durable task stores its alternative")
    func stored() throws {
        for body: Bodies.Store.Body? in [.json(.init(x: 1)), .text("kept"), nil] {
            let task = Bodies.Store(body: body)
            #expect(try Bodies.Store(stored: task.stored()).pack() == task.pack())
        }
    }
}

extension HTTPMessage {
    fileprivate var bodyText: String? { body?.data.map { String(decoding: $0, as: UTF8.self) } }
}
