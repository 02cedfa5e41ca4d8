public import NetTaskHTTP

import HTTPTypes

/// The pages of a list; see `NetTaskQueue.pages`.
public struct HTTPPages<T: HTTPPagedTask>: AsyncSequence, Sendable {
    public typealias Element = HTTPPage<T>

    let queue: NetTaskQueue<HTTPMessage, HTTPReply>
    let first: HTTPPageTask<T>
    let limit: Int?
    let prefetch: Bool
    let options: [NetTaskOption]

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// - Parameter number: the number of the page, from 1.
    private func add(_ task: HTTPPageTask<T>, number: Int) -> NetTaskHandle<HTTPPageTask<T>> {
        let options = options.map { option -> NetTaskOption in
            guard case .idempotencyKey(let key) = option else { return option }
            // With the same key for all pages, a server would return the first page each time.
            return .idempotencyKey("\(key)-\(number)")
        }
        return queue.add(task, options: options)
    }

    /// Iterates over the pages.
    public struct Iterator: AsyncIteratorProtocol {
        /// Cancels the prefetched page when the last copy of the iterator is released.
        private final class Ahead: Sendable {
            let handle: NetTaskHandle<HTTPPageTask<T>>
            init(_ handle: NetTaskHandle<HTTPPageTask<T>>) { self.handle = handle }
            deinit { handle.cancel() }  // has no effect on a task that has ended
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

        /// Returns the next page, or `nil` at the end of the list.
        ///
        /// - Throws: a `NetTaskError` of the task, which ends the list.
        public mutating func next() async throws -> HTTPPage<T>? { try await next(itemCount: .max) }

        /// - Parameter itemCount: the number of items that are still needed.
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

/// The pages of a list so far, to detect a list that never ends.
private struct PageHistory {
    /// The hashes of the pages with items.
    private var contents: Set<Int> = []
    /// The number of latest pages in a row without new items.
    private(set) var countWithoutNews = 0

    var bringsNews: Bool { countWithoutNews < HTTPPageError.maxPagesWithoutNews }

    mutating func add<Item>(_ items: [Item]) {
        var isNew = false
        if !items.isEmpty {
            var hasher = Hasher()
            hasher.combine(items.count)
            // A dump, because items may not be `Equatable`; of a few items only, because it is slow.
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

/// The items of a list; see `NetTaskQueue.items`.
public struct HTTPPageItems<T: HTTPPagedTask>: AsyncSequence, Sendable {
    public typealias Element = T.PageItem

    let pages: HTTPPages<T>
    let limit: Int?

    public func makeAsyncIterator() -> Iterator { Iterator(pages.makeAsyncIterator(), limit ?? .max) }

    /// Iterates over the items.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: HTTPPages<T>.Iterator
        private var items: [T.PageItem].Iterator
        private var wanted: Int

        init(_ pages: HTTPPages<T>.Iterator, _ limit: Int) {
            self.pages = pages
            items = [].makeIterator()
            wanted = limit
        }

        /// Returns the next item, or `nil` at the end of the list.
        ///
        /// - Throws: a `NetTaskError` of a page's task, which ends the list.
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
    /// Returns the items of a list, page after page.
    ///
    ///     for try await post in queue.items(Posts.ListPosts()) { show(post) }
    ///
    /// The parameters are those of `pages`, except that `limit` is the maximum number of items.
    public func items<T: HTTPPagedTask>(
        _ task: T,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPageItems<T> {
        items(HTTPPageTask(task), limit: limit, prefetch: prefetch, options: options)
    }

    /// Continues a list item by item, from the page of a stored task.
    public func items<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPageItems<T> {
        items(task, limit: limit, prefetch: prefetch, options: options)
    }

    /// Continues a list item by item, with an array of options.
    public func items<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        options: [NetTaskOption]
    ) -> HTTPPageItems<T> {
        HTTPPageItems(pages: pages(task, prefetch: prefetch, options: options), limit: limit)
    }

    /// Returns the pages of a list.
    ///
    ///     for try await page in queue.pages(Posts.ListPosts(), limit: 40) { show(page.items) }
    ///
    /// Each page is a task of this queue, with its own retries and limits. It is added when the loop requests it or, with
    /// `prefetch`, when the previous page has arrived. All errors are a `NetTaskError` with the task's `Failure`, and are
    /// thrown after the earlier pages. A list that would never end throws an ``HTTPPageError``. Leaving the loop, or cancelling
    /// its Swift task, cancels the page that is being loaded.
    ///
    /// - Parameters:
    ///   - task: the task of the first page.
    ///   - limit: the maximum number of pages. Default: `nil`, no limit.
    ///   - prefetch: whether to load the next page while the current one is in use. At most one page is prefetched. Default:
    ///     `false`.
    ///   - options: the options of each page's task. An idempotency key is followed by the number of the page: `key-1` for the
    ///     first.
    public func pages<T: HTTPPagedTask>(
        _ task: T,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPages<T> {
        pages(HTTPPageTask(task), limit: limit, prefetch: prefetch, options: options)
    }

    /// Continues a list page by page, from the page of a stored task.
    public func pages<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        _ options: NetTaskOption...
    ) -> HTTPPages<T> {
        pages(task, limit: limit, prefetch: prefetch, options: options)
    }

    /// Continues a list page by page, with an array of options.
    public func pages<T: HTTPPagedTask>(
        _ task: HTTPPageTask<T>,
        limit: Int? = nil,
        prefetch: Bool = false,
        options: [NetTaskOption]
    ) -> HTTPPages<T> {
        HTTPPages(queue: self, first: task, limit: limit, prefetch: prefetch, options: options)
    }
}
