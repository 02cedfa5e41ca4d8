import Benchmark
import Foundation
import NetTaskRuntime
import Subjects

func addWriting() {
    let encoder = JSONEncoder()

    let article = Articles.make(1)[0]
    let codable = CodableArticle(article)
    let one = Blog.CreateArticle(body: article)
    Comparison(
        subject: .writeArticle,
        scale: .kilo,
        ours: { try one.pack() },
        peer: { try encoder.encode(codable) },
        areEqual: { try json($0.bytes) == json($1) }
    ).add()

    let articles = Lazy { Articles.make(1_000) }
    let codables = Lazy { articles.value.map(CodableArticle.init) }
    let many = Lazy { Blog.CreateArticles(body: articles.value) }
    Comparison(
        subject: .writeArticles,
        ours: { try many.value.pack() },
        peer: { try encoder.encode(codables.value) },
        areEqual: { try json($0.bytes) == json($1) }
    ).add()
}

private func json(_ data: Data) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: data) as? NSObject
}

extension HTTPMessage {
    /// The body; empty if there is none.
    var bytes: Data {
        body?.data ?? Data()
    }
}
