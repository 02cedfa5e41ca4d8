public import NetTaskHTTP
import NetTaskSystem

/// A task whose response is one page of a list. Generated tasks conform if their spec has `pages`.
///
///     for try await post in queue.items(Posts.ListPosts()) { show(post) }
///
/// `run` returns only the page that the task requests.
public protocol HTTPPagedTask: HTTPNetTask {
    /// The type of the list's items.
    associatedtype PageItem: Sendable

    /// Returns the items of a page. Called once for each page, on a thread of the concurrency pool.
    static func items(in response: Response) -> [PageItem]

    /// Returns the task of the next page, or `nil` after the last page. Called once for each page, on a thread of the
    /// concurrency pool.
    ///
    /// - Parameters:
    ///   - response: the response of this page.
    ///   - reply: the reply, with its headers.
    func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<Self>?
}

/// One page of a list.
public struct HTTPPage<Base: HTTPPagedTask>: Sendable {
    /// The items, in order.
    public let items: [Base.PageItem]
    /// The whole response.
    public let response: Base.Response
    /// The status and the headers of the reply.
    public let reply: HTTPReply
    /// The task of the next page, or `nil` after the last page. You can store this value and continue at any time:
    /// `queue.pages(next)`.
    public let next: HTTPPageTask<Base>?
}

/// The list would never end. The loop over the list throws this as `NetTaskError.other`.
public enum HTTPPageError: DescribedError, Hashable {
    /// The server sent the same cursor or URL for a next page twice.
    case repeated(String)
    /// This number of pages in a row had no new items: each was empty, or had the items of an earlier page.
    case nothingNew(pageCount: Int)

    /// The maximum number of pages in a row without new items: 100. Servers that filter their data, such as log servers, send
    /// dozens of empty pages before the next item.
    ///
    /// A page repeats an earlier one if it has the same number of items, and if the first, the last and two others between them
    /// are equal.
    public static var maxPagesWithoutNews: Int { 100 }

    public var description: String {
        switch self {
        case .repeated(let cursor):
            "The list never ends: the server sent the same next page twice: \"\(cursor)\""
        case .nothingNew(let pageCount):
            "The list never ends: \(pageCount) pages in a row are empty or repeat earlier ones. Check whether the server uses "
                + "the param or URL of the next page"
        }
    }
}
