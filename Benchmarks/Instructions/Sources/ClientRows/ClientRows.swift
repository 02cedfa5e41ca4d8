import Foundation
import HTTPTypes
import NetTaskRuntime
import Rows

@testable import NetTaskStreams

@main
enum ClientRows {
    static func main() throws {
        try Row.main([parsing, packing, writing, cuttingEvents, cuttingLargeEvent, queueRules])
    }

    /// Reads JSON into values.
    private static let parsing = Row("parse") {
        let posts = HTTPReply(status: .ok, body: Replies.posts(count: 500))
        let notes = [Replies.escapedNotes(count: 100), Replies.multiByteNotes(count: 100)]
            .map { HTTPReply(status: .ok, body: $0) }
        return {
            let noteCount = try notes.reduce(0) { try $0 + Blog.ListNotes().parse($1).count }
            return try Blog.ListPosts().parse(posts).count == 500 && noteCount == 200
        }
    }

    /// Makes requests: a uri with a query, and a form.
    private static let packing = Row("pack") {
        let search = Search()
        let query = Blog.SearchPosts(
            text: search.text,
            language: search.language,
            page: search.page,
            perPage: search.perPage,
            minScore: search.minScore,
            exact: search.exact,
            author: search.author,
            since: search.since
        )
        let form = Blog.SaveSearch(
            text: search.text,
            language: search.language,
            page: search.page,
            perPage: search.perPage,
            minScore: search.minScore,
            exact: search.exact,
            author: search.author,
            since: search.since
        )
        return {
            var size = 0
            for _ in 0..<200 {
                size += try query.pack().query.utf8.count
                size += try form.pack().body?.data?.count ?? 0
            }
            return size > 200 * 200
        }
    }

    /// Writes values as JSON.
    private static let writing = Row("write") {
        let articles = Blog.CreateArticles(body: Articles.make(200))
        return { try articles.pack().body?.data?.isEmpty == false }
    }

    /// Splits a body in chunks into small events.
    private static let cuttingEvents = Row("events") {
        let chunks = transportChunks(of: Replies.postEvents(count: 2_000))
        return { try count(chunks) == 2_000 }
    }

    /// Reads a single event that arrives in many chunks.
    private static let cuttingLargeEvent = Row("large-event") {
        let text = String(repeating: "0123456789abcdef", count: 262_144)
        let chunks = transportChunks(of: Data("data: \(text)\n\n".utf8))
        return { try count(chunks) == 1 }
    }

    /// Adds tasks to a queue and runs them, by its rules alone.
    private static let queueRules = Row("queue") {
        { QueueRun().endedCount() == QueueRun.taskCount }
    }

    /// The size of a transport's chunk.
    private static func transportChunks(of body: Data) -> [Data] {
        stride(from: 0, to: body.count, by: 16_384).map { body[$0..<min($0 + 16_384, body.count)] }
    }

    private static func count(_ chunks: [Data]) throws -> Int {
        let feed = HTTPStream(EventSizes()).feed
        let head = HTTPReply(status: .ok, headers: [.contentType: "text/event-stream"])
        try feed.begin(head, limit: .max)
        for chunk in chunks { _ = try feed.receive(chunk) }
        try feed.finish()
        return try feed.all(of: head).count
    }
}

/// A stream of events that are not parsed, so that only splitting is counted.
private struct EventSizes: HTTPStreamTask {
    typealias Response = [Int]
    typealias Element = Int

    static var endpoint: HTTPEndpoint { Blog.WatchPosts.endpoint }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events) }
    static func element(of piece: HTTPStreamPiece) -> Int { piece.data.count }
}
