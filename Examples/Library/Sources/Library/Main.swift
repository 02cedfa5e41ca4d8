import Foundation
import NetTaskRuntime

@main
struct Main {
    static func main() async throws {
        let queue = HTTPNetTaskQueue(handler: answeredHere())  // with no handler, it asks the spec's `baseURL`

        let books = try await queue.run(Library.ListBooks(author: "Le Guin"))
        for book in books { print(book.isbn, book.title, book.state == .available ? "" : "(lent)") }

        guard let book = books.first(where: { $0.state == .available }) else { return }
        let loan = try await queue.run(Library.BorrowBook(body: Library.NewLoan(isbn: book.isbn, days: 14)))
        print("\(book.title) is yours until \(loan.dueAt.formatted(.iso8601.year().month().day()))")
    }
}
