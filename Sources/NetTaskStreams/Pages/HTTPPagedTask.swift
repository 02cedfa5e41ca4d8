import Foundation
public import NetTaskHTTP

/// A task whose response is one page of a list; what generated code conforms to where a spec says `pages`.
///
///     for try await post in queue.items(Posts.ListPosts()) { show(post) }
///
/// `run` brings the page that the task asks for, and no other.
public protocol HTTPPagedTask: HTTPNetTask {
    /// What the list is made of.
    associatedtype PageItem: Sendable

    /// The items of a page. Called once for each page, on a thread of the concurrency pool.
    static func items(in response: Response) -> [PageItem]

    /// The task of the next page; nil after the last one. Called once for each page, on a thread of the concurrency pool.
    ///
    /// - Parameters:
    ///   - response: what the task was answered with.
    ///   - reply: where it was read from, with its headers.
    func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<Self>?
}

/// One page of a list.
public struct HTTPPage<Base: HTTPPagedTask>: Sendable {
    /// The items, in their order.
    public let items: [Base.PageItem]
    /// The whole response.
    public let response: Base.Response
    /// Status and headers of the reply.
    public let reply: HTTPReply
    /// The task of the next page; nil after the last one. It is a value that can be kept, to go on at any time:
    /// `queue.pages(next)`.
    public let next: HTTPPageTask<Base>?
}

/// The list would never end. The loop over it throws this as `NetTaskError.other`.
public enum HTTPPageError: DescribedError, Hashable {
    /// The server gave a cursor, or a URL, for the next page that it had given before.
    case repeated(String)
    /// That many pages in a row brought nothing new: each was empty, or had the items of an earlier page.
    case nothingNew(pageCount: Int)

    /// How many pages in a row may bring nothing new: 100. Servers that filter what they have read, such as those of logs, send
    /// dozens of empty pages before the next item.
    ///
    /// A page repeats an earlier one if it has as many items, and the first, the last and two others between them are the same.
    public static var maxPagesWithoutNews: Int { 100 }

    public var description: String {
        switch self {
        case .repeated(let cursor):
            "The list never ends: the server says a second time that its next page is at \"\(cursor)\""
        case .nothingNew(let pageCount):
            "The list never ends: \(pageCount) pages in a row are empty or repeat earlier ones. Check whether the server obeys "
                + "the param, or the URL, by which it is asked for the next page"
        }
    }
}
