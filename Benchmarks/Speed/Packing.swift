import Benchmark
import Foundation
import NetTaskRuntime
import Subjects

#if PEERS
    import FormPeer
#endif

func addPacking() {
    let search = Search()
    let query = Blog.SearchPosts(
        text: search.text,
        language: search.language,
        page: search.page,
        perPage: search.perPage,
        minScore: search.minScore,
        exact: search.exact,
        author: search.author,
        since: search.since
    )
    Comparison(
        subject: .packQuery,
        scale: .kilo,
        ours: { try query.pack() },
        peer: { search.percentEncodedQuery() },
        areEqual: { items(ofQuery: $0.query) == search.items && items(ofQuery: $1) == search.items }
    ).add()

    let form = Blog.SaveSearch(
        text: search.text,
        language: search.language,
        page: search.page,
        perPage: search.perPage,
        minScore: search.minScore,
        exact: search.exact,
        author: search.author,
        since: search.since
    )
    Comparison(
        subject: .packForm,
        scale: .kilo,
        ours: { try form.pack() },
        peer: { Data(search.percentEncodedQuery().utf8) },
        areEqual: { items(ofForm: $0.bytes) == sorted(search.items) && items(ofForm: $1) == sorted(search.items) }
    ).add()

    #if PEERS
        Comparison(
            subject: .packFormPeer,
            scale: .kilo,
            ours: { try form.pack() },
            peer: { try formPeer(search) },
            areEqual: { items(ofForm: $0.bytes) == sorted(search.items) && items(ofForm: $1) == sorted(search.items) }
        ).add()
    #endif
}

private func items(ofQuery query: String) -> [URLQueryItem] {
    var components = URLComponents()
    components.percentEncodedQuery = query
    return components.queryItems ?? []
}

/// In the order of their names, because an encoder may use any order.
private func items(ofForm form: Data) -> [URLQueryItem] {
    sorted(items(ofQuery: String(decoding: form, as: UTF8.self).replacingOccurrences(of: "+", with: "%20")))
}

private func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
    items.sorted { $0.name < $1.name }
}
