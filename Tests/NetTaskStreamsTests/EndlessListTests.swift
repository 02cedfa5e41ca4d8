import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

/// Not `Equatable`, as generated shapes are by default.
private struct Item: JSONReadable, Sendable {
    var id: Int
    var title: String?

    init(from object: inout JSONReader) throws {
        id = try object.read("id")
        title = try object.read("title")
    }
}

/// A list by the header `Link`.
private struct ListByLink: HTTPPagedTask {
    typealias Response = [Item]

    static var endpoint: HTTPEndpoint { HTTPEndpoint("ListByLink", .get, "items") }

    static func items(in response: [Item]) -> [Item] { response }

    func nextPage(after response: [Item], of reply: HTTPReply) -> HTTPPageTask<Self>? {
        HTTPPageTask(self, linkOf: reply)
    }
}

/// A list by an offset, as the generator writes it.
private struct ListByOffset: HTTPPagedTask {
    typealias Response = [Item]

    var skip: Int?

    static var endpoint: HTTPEndpoint { HTTPEndpoint("ListByOffset", .get, "items") }

    func pack(into packer: inout ParameterPacker) { packer.add("skip", skip) }

    static func items(in response: [Item]) -> [Item] { response }

    func nextPage(after response: [Item], of reply: HTTPReply) -> HTTPPageTask<Self>? {
        let count = Self.items(in: response).count
        if count == 0 { return nil }
        var next = self
        next.skip = (self.skip ?? 0) + count
        return HTTPPageTask(next)
    }
}

@Suite("A list that never ends")
struct EndlessListTests {
    /// Reads a list from a real server.
    ///
    /// - Parameter page: gives the items of a page by its number, from 1; nil after the last one.
    private func items<T: HTTPPagedTask>(
        of task: T,
        prefetch: Bool = false,
        page: @escaping @Sendable (Int) -> [Int]?
    ) async throws -> (ids: [Int], error: HTTPPageError?, requestCount: Int) where T.PageItem == Item {
        let server = try HTTPLoopbackServer { request in
            guard let items = page(request.number) else { return .json("[]") }
            let link: HTTPFields = [HTTPField.Name("Link")!: "</items?page=\(request.number + 1)>; rel=\"next\""]
            let text = items.map { "{\"id\": \($0), \"title\": \"Item \($0)\"}" }.joined(separator: ", ")
            return .json("[\(text)]", headers: page(request.number + 1) == nil ? [:] : link)
        }
        let queue = HTTPNetTaskQueue(baseURL: server.baseURL)
        var ids: [Int] = []
        var failure: HTTPPageError?
        do {
            for try await item in queue.items(task, prefetch: prefetch) { ids.append(item.id) }
        } catch {
            failure = try #require((error as? NetTaskError<T.Failure>)?.underlying as? HTTPPageError)
        }
        await server.stop()
        return (ids, failure, server.requests.count)
    }

    @Test("ends with an error after 100 empty pages with ever new links", arguments: [false, true])
    func emptyPages(prefetch: Bool) async throws {
        let list = try await items(of: ListByLink(), prefetch: prefetch) { number in number <= 300 ? [] : nil }
        #expect(list.error == .nothingNew(pageCount: 100))
        #expect(list.requestCount == 100)
    }

    @Test("ends with an error if the server ignores the offset", arguments: [false, true])
    func ignoredOffset(prefetch: Bool) async throws {
        let list = try await items(of: ListByOffset(), prefetch: prefetch) { number in number <= 300 ? [1, 2] : nil }
        #expect(list.error == .nothingNew(pageCount: 100))
        #expect(list.requestCount == 101)
    }

    @Test("ends with an error if the server begins again after its last page")
    func circle() async throws {
        let list = try await items(of: ListByLink()) { number in number <= 300 ? [number % 3, 10] : nil }
        #expect(list.error == .nothingNew(pageCount: 100))
        #expect(list.requestCount == 103)
    }

    @Test("has an error that states the cause")
    func description() {
        #expect(
            "\(HTTPPageError.nothingNew(pageCount: 100))" == """
                The list never ends: 100 pages in a row are empty or repeat earlier ones. Check whether the server uses the \
                param or URL of the next page
                """
        )
    }
}

extension EndlessListTests {
    @Test("is not a list with 99 empty pages in a row")
    func someEmptyPages() async throws {
        let list = try await items(of: ListByLink()) { number in
            number > 200 ? nil : number.isMultiple(of: 100) ? [number] : []
        }
        #expect(list.ids == [100, 200])
        #expect(list.error == nil)
    }

    @Test("is not a list whose pages have items in common")
    func overlappingPages() async throws {
        let list = try await items(of: ListByOffset()) { number in
            number <= 150 ? [1, number, number + 1, number + 2, 1_000] : nil
        }
        #expect(list.ids.count == 750)
        #expect(list.error == nil)
    }

    @Test("is not a list in which a page comes twice")
    func equalPages() async throws {
        let list = try await items(of: ListByOffset()) { number in number <= 300 ? [number / 2, 5] : nil }
        #expect(list.ids.count == 600)
        #expect(list.error == nil)
    }
}
