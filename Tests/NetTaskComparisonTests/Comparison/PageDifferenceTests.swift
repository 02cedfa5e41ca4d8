import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// How lists go on from page to page.
@Suite struct PageDifferenceTests {
    private func list(_ pages: String, _ next: String = "next: String?") -> String {
        """
        shapes: {A: {fields: {id: Int}}, P: {fields: {data: "[A]", other: "[Int]", \(next)}}}
        endpoints:
          L: {uri: a, params: {after: String?, page: Int?}, response: P\(pages)}
        """
    }

    private let cursor = ", pages: {cursor: after, next: next, items: data}"

    @Test("pages that are added, removed or found in another way")
    func forms() {
        let all = [
            differences(list(""), list(cursor)), differences(list(cursor), list("")),
            differences(list(cursor), list(", pages: {page: page, items: data}")),
            differences(list(cursor), list(", pages: {cursor: after, next: next, items: other}")),
        ]
        #expect(
            all.map { $0.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") } } == [
                ["additive endpoints.L.pages: it was added: the task can return all pages of its list"],
                ["callers endpoints.L.pages: it was removed: the task no longer returns the pages of its list"],
                [
                    "server endpoints.L.pages: it changed from `after` of `next`, items in `data` "
                        + "to the page `page`, items in `data`"
                ],
                [
                    "callers endpoints.L.pages: the list changed from `[A]` to `[Int]`",
                    "server endpoints.L.pages: it changed from `after` of `next`, items in `data` "
                        + "to `after` of `next`, items in `other`",
                ],
            ]
        )
    }

    @Test("a field with another name only in Swift is not a difference of pages")
    func names() {
        let renamed = list(
            ", pages: {cursor: after, next: follow, items: data}",
            "follow: {type: String?, wireName: next}"
        )
        #expect(differences(list(cursor), renamed).filter { $0.contains("pages") } == [])
    }
}
