import Foundation
@testable import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Reading stored tasks of an earlier version")
struct RestoringTests {
    @Test("A field that is missing is an error that names it")
    func missing() throws {
        let error = #expect(throws: ParseError.self) { try Keep<Int>(stored: Data("{}".utf8)) }
        #expect(error?.path == "value")
        #expect(error?.reason == "it is missing")
    }

    @Test("A field of another type is an error with its place")
    func wrong() throws {
        let error = #expect(throws: ParseError.self) { try Keep<[Int]>(stored: Data(#"{"value":[1,"x"]}"#.utf8)) }
        #expect(error?.path == "value[1]")
        #expect(
            error?.description.hasPrefix("The stored task could not be read at value[1], byte 12: ") == true
        )
    }

    @Test("A text that is not a task is an error", arguments: ["", "[]", "null", "{", #"{"value":1}x"#, "\u{0}"])
    func garbage(text: String) {
        #expect(throws: ParseError.self) { try Keep<Int>(stored: Data(text.utf8)) }
    }

    @Test("A value that was stored under a former name is read; the new name has precedence")
    func formerNames() throws {
        #expect(try Renamed(stored: Data(#"{"oldest":1}"#.utf8)).title == 1)
        #expect(try Renamed(stored: Data(#"{"x":[1],"old":2,"y":null}"#.utf8)).title == 2)
        #expect(try Renamed(stored: Data(#"{"old":2,"title":3,"oldest":1}"#.utf8)).title == 3)
    }

    @Test("A default replaces a value that was not stored, and null if the type has no nil")
    func defaults() throws {
        let none = try Defaults(stored: Data("{}".utf8))
        #expect(none.count == 20)
        #expect(none.label == "new")
        let null = try Defaults(stored: Data(#"{"label":null,"count":null}"#.utf8))
        #expect(null.count == 20)
        #expect(null.label == nil)
    }

    @Test("A required nullable value is distinguished from one that was not stored")
    func nullable() throws {
        #expect(try MustBeThere(stored: Data(#"{"note":null}"#.utf8)).note == nil)
        #expect(try MustBeThere(stored: Data(#"{"note":"x"}"#.utf8)).note == "x")
        #expect(throws: ParseError.self) { try MustBeThere(stored: Data("{}".utf8)) }
    }

    @Test("An error about a secret does not quote it")
    func secrets() throws {
        let error = #expect(throws: ParseError.self) { try Secret(stored: Data(#"{"pin":"hunter2"}"#.utf8)) }
        #expect(error?.path == "pin")
        #expect(error.map { "\($0)".contains("hunter2") } == false)
    }

    @Test("A task that is stored again has the same bytes")
    func again() throws {
        let stored = try Keep(["b": 1, "a": 2]).stored()
        #expect(try Keep<[String: Int]>(stored: stored).stored() == stored)
    }
}

private struct Renamed: TestTask {
    var title: Int
    func store(into object: inout StoredWriter) { object.store("title", title) }
    init(restoring object: inout JSONReader) throws {
        title = try object.restore("title", was: ["old", "oldest"])
    }
}

private struct Defaults: TestTask {
    var count: Int
    var label: String?
    func store(into object: inout StoredWriter) {}
    init(restoring object: inout JSONReader) throws {
        count = try object.restore("count", default: 20)
        label = try object.restore("label", default: "new")
    }
}

private struct MustBeThere: TestTask {
    var note: String?
    func store(into object: inout StoredWriter) {}
    init(restoring object: inout JSONReader) throws {
        note = try object.restore(nullable: "note")
    }
}

private struct Secret: TestTask {
    var pin: Int
    func store(into object: inout StoredWriter) {}
    init(restoring object: inout JSONReader) throws {
        pin = try object.restore("pin", isSecret: true)
    }
}
