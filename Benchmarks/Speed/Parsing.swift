import Benchmark
import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Subjects

func addParsing() {
    addPosts(.parsePosts, Replies.posts())
    addPosts(.parsePostsReversed, Replies.posts(reversed: true))
    addPosts(.parsePostsSparse, Replies.posts(parents: 50, withNull: false))
    addNotes(.parseEscapes, Replies.escapedNotes())
    addNotes(.parseMultiByte, Replies.multiByteNotes())

    let decoder = JSONDecoder()
    let post = HTTPReply(status: .ok, body: Replies.post)
    Comparison(
        subject: .parseSmall,
        scale: .kilo,
        ours: { try Blog.GetPost(id: 4711).parse(post) },
        peer: { try decoder.decode(CodablePost.self, from: post.body) },
        areEqual: { CodablePost($0) == $1 }
    ).add()

    let array = Lazy { HTTPReply(status: .ok, body: Replies.posts()) }
    let events = Lazy { HTTPReply(status: .ok, body: Replies.postEvents()) }
    Comparison(
        subject: .parseEvents,
        ours: { try Blog.WatchPosts().parse(events.value) },
        peer: { try Blog.ListPosts().parse(array.value) },
        areEqual: { $0.count == 10_000 && $0.map(CodablePost.init) == $1.map(CodablePost.init) }
    ).add()
}

private func addPosts(_ subject: Subject, _ body: @autoclosure @escaping () -> Data) {
    let decoder = JSONDecoder()
    let reply = Lazy { HTTPReply(status: .ok, body: body()) }
    Comparison(
        subject: subject,
        ours: { try Blog.ListPosts().parse(reply.value) },
        peer: { try decoder.decode([CodablePost].self, from: reply.value.body) },
        areEqual: { $0.count == 10_000 && $0.map(CodablePost.init) == $1 }
    ).add()
}

private func addNotes(_ subject: Subject, _ body: @autoclosure @escaping () -> Data) {
    let decoder = JSONDecoder()
    let reply = Lazy { HTTPReply(status: .ok, body: body()) }
    Comparison(
        subject: subject,
        ours: { try Blog.ListNotes().parse(reply.value) },
        peer: { try decoder.decode([CodableNote].self, from: reply.value.body) },
        areEqual: { $0.count == 2_000 && $0.map(CodableNote.init) == $1 }
    ).add()
}
