import NetTaskRuntime
import NetTaskTesting

/// Supplies the replies of the library, because library.example.com does not exist.
func answeredHere() -> HTTPMockHandler {
    let handler = HTTPMockHandler()
    handler.on(Library.ListBooks.self) { _, _ in
        .json(
            """
            [
              {"isbn": "9780441478125", "title": "The Left Hand of Darkness", "state": "lent"},
              {"isbn": "9780060512750", "title": "The Dispossessed", "state": "available", "published": "1974-05-01"}
            ]
            """
        )
    }
    handler.on(Library.BorrowBook.self) { task, attempt in
        attempt == 1
            ? .status(503)
            : .json(#"{"id": 1, "isbn": "\#(task.body.isbn)", "due_at": "2026-12-07T12:00:00Z"}"#, status: .created)
    }
    return handler
}
