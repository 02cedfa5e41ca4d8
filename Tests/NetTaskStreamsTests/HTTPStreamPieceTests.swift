import Foundation
import NetTaskRuntime
import NetTaskStreams
import Testing

@Suite("A piece of a stream")
struct HTTPStreamPieceTests {
    @Test("is read as JSON")
    func json() throws {
        let piece = HTTPStreamPiece(data: Data(#"{"id": 7}"#.utf8))
        #expect(try piece.json() as [String: Int] == ["id": 7])
    }

    @Test("is read as text")
    func text() throws {
        #expect(try HTTPStreamPiece(data: Data("one".utf8)).text() == "one")
    }
}
