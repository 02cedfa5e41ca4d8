/// The keys for paginated lists.
extension SpecLanguage {
    static let pagesKey = optional("pages", .map("pages")).example("response: [Post]\npages: {next: Link}")
        .says("How to request the next page of a list. The task can also return the items of all pages, one after the")
        .says("other.")

    package static let pages = MappingRule(
        id: "pages",
        noun: "`pages`",
        summary: """
            How to request the next page of a list. Requires one of `next: Link`, `url`, `page`, `offset`, or `cursor` with `next`. \
            Paths are names of fields as in the spec, separated by dots, and start at the response. After a list, `last` is \
            its last element. If the response has headers, paths contain them like fields.
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
                .says("`Link`, if the header `Link` contains the URL of the next page (RFC 8288). With `cursor`, the")
                .says("path of the next cursor: `paging.next`, or `data.last.id` for the ID of the last item. The")
                .says("list ends if the value is missing or empty.").excludes(elsewhere: ["url", "page", "offset"]),
            optional("cursor", .text).example("cursor: after\nnext: paging.next\nitems: data")
                .says("The param for the cursor of the next page.").excludes(elsewhere: ["page", "offset"]),
            optional("url", .text).example("url: paging.url\nitems: data")
                .says("The path of the next page's URL, a `URL` or a `String`. The URL may be relative.")
                .excludes(elsewhere: ["cursor", "page", "offset"]),
            optional("page", .text).example("page: page\nitems: data")
                .says("The param for the page number. It increases by one with each page. It starts with the value of")
                .says("the first request, or with 1, and the list ends with a page without items.")
                .excludes(elsewhere: ["offset"]),
            optional("offset", .text).example("offset: skip\nlimit: take\nitems: data")
                .says("The param for the number of items to skip, starting at 0. It increases by the number of")
                .says("received items, and the list ends with a page without items."),
            optional("limit", .text).example("page: page\nlimit: take\nitems: data")
                .says("The param for the number of items per page, next to `page` or `offset`. A page with fewer")
                .says("items is the last one. Omit it if the server may return fewer items than requested."),
            optional("items", .text).example("url: paging.url\nitems: data")
                .says("The path of the list. Omit it if the response is the list itself."),
            optional("more", .text).example("cursor: after\nnext: paging.next\nitems: data\nmore: hasMore")
                .says("The path of a boolean that is `false` on the last page."),
        ]
    )
}
