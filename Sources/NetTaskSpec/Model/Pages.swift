/// How a list goes on from page to page: what `pages:` says.
package struct Pages: Sendable, Equatable {
    package var form: Form
    /// The list in the response.
    package var items: ResponsePath
    /// Whether there is a next page, where the response says it.
    package var more: ResponsePath?

    package init(form: Form, items: ResponsePath, more: ResponsePath? = nil) {
        self.form = form
        self.items = items
        self.more = more
    }

    package enum Form: Sendable, Equatable {
        /// By a header `Link` (RFC 8288).
        case link
        /// By a URL in the response.
        case url(ResponsePath)
        /// By what the response says that a param is in the next request.
        case cursor(param: String, next: ResponsePath)
        /// By a param that counts pages; the other one says how many items a page has.
        case page(param: String, limit: String?)
        /// By a param that counts items.
        case offset(param: String, limit: String?)
    }
}
