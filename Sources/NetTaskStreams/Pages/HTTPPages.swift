public import NetTaskHTTP

import HTTPTypes

/// The pages of a list, one after the other; see `NetTaskQueue.pages`.
public struct HTTPPages<T: HTTPPagedTask>: AsyncSequence, Sendable {
    public typealias Element = HTTPPage<T>

    let queue: NetTaskQueue<HTTPMessage, HTTPReply>
    let first: HTTPPageTask<T>
    let limit: Int?
    let prefetch: Bool
    let options: [NetTaskOption]

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// - Parameter number: of the page, from 1.
    private func add(_ task: HTTPPageTask<T>, number: Int) -> NetTaskHandle<HTTPPageTask<T>> {
        let options = options.map { option -> NetTaskOption in
            guard case .idempotencyKey(let key) = option else { return option }
            // With one key for all of them a server would bring the first page each time.
            return .idempotencyKey("\(key)-\(number)")
        }
        return queue.add(task, options: options)
    }

    /// Reads one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        /// Cancels the page that is fetched ahead when the last copy of the iterator is gone.
        private final class Ahead: Sendable {
            let handle: NetTaskHandle<HTTPPageTask<T>>
            init(_ handle: NetTaskHandle<HTTPPageTask<T>>) { self.handle = handle }
            deinit { handle.cancel() }  // which does nothing to one that has ended
        }

        private let pages: HTTPPages<T>
        private var task: HTTPPageTask<T>?
        private var ahead: Ahead?
        private var count = 0
        private var seen: Set<String> = []
        private var history = PageHistory()

        init(_ pages: HTTPPages<T>) {
            self.pages = pages
            task = pages.first
        }

        /// The next page; nil at the end of the list.
        ///
        /// - Throws: a `NetTaskError` of the task; it ends the list.
        public mutating func next() async throws -> HTTPPage<T>? { try await next(itemCount: .max) }

        /// - Parameter itemCount: how many items are wanted yet.
        mutating func next(itemCount: Int) async throws -> HTTPPage<T>? {
            guard let task, hasRoom else { return nil }
            self.task = nil
            if Task.isCancelled { throw NetTaskError<T.Failure>.cancelled(.caller) }
            if let cursor = task.cursor, !seen.insert(cursor).inserted {
                throw NetTaskError<T.Failure>.other(HTTPPageError.repeated(cursor))
            }
            if !history.bringsNews {
                throw NetTaskError<T.Failure>.other(HTTPPageError.nothingNew(pageCount: history.countWithoutNews))
            }
            count += 1
            let handle = ahead?.handle ?? pages.add(task, number: count)
            let page = try await withTaskCancellationHandler {
                try await handle.value
            } onCancel: {
                handle.cancel()
            }
            ahead = nil
            self.task = page.next
            history.add(page.items)
            if pages.prefetch, hasRoom, history.bringsNews, page.items.count < itemCount, let next = page.next,
                next.cursor.map({ !seen.contains($0) }) ?? true
            {
                ahead = Ahead(pages.add(next, number: count + 1))
            }
            return page
        }

        private var hasRoom: Bool { count < pages.limit ?? .max }
    }
}

/// The pages of a list that have come, to find one that never ends.
private struct PageHistory {
    /// The hashes of those with items.
    private var contents: Set<Int> = []
    /// The number of the latest pages that have brought nothing new.
    private(set) var countWithoutNews = 0

    var bringsNews: Bool { countWithoutNews < HTTPPageError.maxPagesWithoutNews }

    mutating func add<Item>(_ items: [Item]) {
        var isNew = false
        if !items.isEmpty {
            var hasher = Hasher()
            hasher.combine(items.count)
            // A dump, because items need not be `Equatable`; and of a few, because it is slow.
            for index in Set([0, items.count / 3, items.count * 2 / 3, items.count - 1]).sorted() {
                var text = ""
                dump(items[index], to: &text, maxDepth: 10, maxItems: 1_000)
                hasher.combine(text)
            }
            isNew = contents.insert(hasher.finalize()).inserted
        }
        countWithoutNews = isNew ? 0 : countWithoutNews + 1
    }
}

/// The items of a list, page after page; see `NetTaskQueue.items`.
public struct HTTPPageItems<T: HTTPPagedTask>: AsyncSequence, Sendable {
    public typealias Element = T.PageItem

    let pages: HTTPPages<T>
    let limit: Int?

    public func makeAsyncIterator() -> Iterator { Iterator(pages.makeAsyncIterator(), limit ?? .max) }

    /// Reads one item after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: HTTPPages<T>.Iterator
        private var items: [T.PageItem].Iterator
        private var wanted: Int

        init(_ pages: HTTPPages<T>.Iterator, _ limit: Int) {
            self.pages = pages
            items = [].makeIterator()
            wanted = limit
        }

        /// The next item; nil at the end of the list.
        ///
        /// - Throws: a `NetTaskError` of the task of a page; it ends the list.
        public mutating func next() async throws -> T.PageItem? {
            while wanted > 0 {
                if let item = items.next() {
                    wanted -= 1
                    return item
                }
                guard let page = try await pages.next(itemCount: wanted) else { return nil }
                items = page.items.makeIterator()
            }
            return nil
        }
    }
}

extension NetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    /// Brings a list item by item, page after page.
    ///
    ///     for try await post in queue.items(Posts.ListPosts()) { show(post) }
    ///
    /// It is as `pages`, but that `limit` counts items.
    public func items<T: HTTPPagedTask>(
        _ task: T,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPageItems<T> {
        items(HTTPPageTask(task), limit: limit, prefetch: prefetch, options: options)
    }

    /// Goes on with a list, item by item, from the page of a task that was kept.
    public func items<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPageItems<T> {
        items(task, limit: limit, prefetch: prefetch, options: options)
    }

    /// The same with options that were put together before.
    public func items<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        options: [NetTaskOption]
    ) -> HTTPPageItems<T> {
        HTTPPageItems(pages: pages(task, prefetch: prefetch, options: options), limit: limit)
    }

    /// Brings a list page by page.
    ///
    ///     for try await page in queue.pages(Posts.ListPosts(), limit: 40) { show(page.items) }
    ///
    /// Each page is a task of this queue, with its own retries and limits. It is added when the loop asks for it, or, with
    /// `prefetch`, when the page before it has come. All errors are a `NetTaskError` with the task's `Failure`; the pages
    /// before it have come by then. A list that would never end is an ``HTTPPageError``. Leaving the loop, and cancelling the Swift task that it is in, cancels the page that is
    /// under way.
    ///
    /// - Parameters:
    ///   - task: the task of the first page.
    ///   - limit: how many pages there are at most. Default: `nil`, all of them.
    ///   - prefetch: whether a page is fetched while the one before it is in use. Never more than one. Default: `false`.
    ///   - options: what to say about the task of each page. With an idempotency key, that of each page has its number
    ///     behind it: `key-1` for the first.
    public func pages<T: HTTPPagedTask>(
        _ task: T,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPages<T> {
        pages(HTTPPageTask(task), limit: limit, prefetch: prefetch, options: options)
    }

    /// Goes on with a list, page by page, from the page of a task that was kept.
    public func pages<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPages<T> {
        pages(task, limit: limit, prefetch: prefetch, options: options)
    }

    /// The same with options that were put together before.
    public func pages<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        options: [NetTaskOption]
    ) -> HTTPPages<T> {
        HTTPPages(queue: self, first: task, limit: limit, prefetch: prefetch, options: options)
    }
}
