/// How to request the next page of a list: `pages:`.
package struct Pages: Sendable, Equatable {
    package var form: Form
    /// The list in the response.
    package var items: ResponsePath
    /// Whether there is a next page, if the response contains this.
    package var more: ResponsePath?

    package init(form: Form, items: ResponsePath, more: ResponsePath? = nil) {
        self.form = form
        self.items = items
        self.more = more
    }

    package enum Form: Sendable, Equatable {
        /// The header `Link` (RFC 8288).
        case link
        /// A URL in the response.
        case url(ResponsePath)
        /// A value in the response that is the value of a param in the next request.
        case cursor(param: String, next: ResponsePath)
        /// A param with the page number, and a param with the number of items per page.
        case page(param: String, limit: String?)
        /// A param with the number of items to skip.
        case offset(param: String, limit: String?)
    }
}
