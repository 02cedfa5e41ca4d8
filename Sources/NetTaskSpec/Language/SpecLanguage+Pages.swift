/// The keys that say how a list goes on.
extension SpecLanguage {
    static let pagesKey = optional("pages", .map("pages")).example("response: [Post]\npages: {next: Link}")
        .says(
            "How the list goes on that the reply is one page of. Its task brings the items of all pages, one after the"
        )
        .says("other, too.")

    package static let pages = MappingRule(
        id: "pages",
        noun: "`pages`",
        summary: """
            How a list goes on from page to page. It needs one of `next: Link`, `url`, `cursor` with `next`, `page` and \
            `offset`. Paths are names of fields with dots between them, as the spec has them, and lead from the response on; \
            behind a list, `last` is its last element. The headers of a response that has some are named as its fields are.
            """,
        context: """
            shapes:
              Paging: {fields: {next: String?, url: URL?}}
              Posts: {fields: {data: "[Post]", paging: Paging?, hasMore: Bool?}}
            endpoints:
              Example:
                uri: posts
                params: {after: String?, page: Int?, skip: Int?, take: Int?}
                response: Posts
                pages:
            """,
        sample: "{next: Link}",
        keys: [
            optional("next", .text).example("items: data\nnext: Link")
                .says(
                    "`Link`, where the header of that name says the URL of the next page (RFC 8288). Beside `cursor`, the"
                )
                .says(
                    "path of the next cursor, such as `paging.next`, or `data.last.id` for one of the last item; without a"
                )
                .says("value there, or with an empty text, the list has ended."),
            optional("cursor", .text).example("cursor: after\nnext: paging.next\nitems: data")
                .says("The param that takes the cursor of the next page."),
            optional("url", .text).example("url: paging.url\nitems: data")
                .says("The path of the URL of the next page, a `URL` or a `String`. It may be relative."),
            optional("page", .text).example("page: page\nitems: data")
                .says("The param that is the number of the page. It is counted up by one, from its value in the first")
                .says("request or, where that has none, from 1, until a page has no items."),
            optional("offset", .text).example("offset: skip\nlimit: take\nitems: data")
                .says("The param that is the number of items to skip, from 0. It is counted up by the items that came,")
                .says("until a page has none."),
            optional("limit", .text).example("page: page\nlimit: take\nitems: data")
                .says(
                    "The param that is the number of items that a page has, beside `page` or `offset`: a page that has"
                )
                .says("fewer is the last one. Leave it out where the server may give fewer than it is asked for."),
            optional("items", .text).example("url: paging.url\nitems: data")
                .says("The path of the list. It is left out where the response is that list itself."),
            optional("more", .text).example("cursor: after\nnext: paging.next\nitems: data\nmore: hasMore")
                .says("The path of a boolean that is false on the last page."),
        ]
    )
}
