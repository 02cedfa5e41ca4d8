package import Figures

/// A measured operation and its peer: a row of the report.
package enum Subject: String, CaseIterable, Sendable {
    case parsePosts
    case parsePostsReversed
    case parsePostsSparse
    case parseEscapes
    case parseMultiByte
    case parseSmall
    case parseEvents
    case writeArticle
    case writeArticles
    case packQuery
    case packForm
    case packFormPeer
    case queueOperations
    case queueTaskGroup
    case queueWaiting

    package var title: String {
        switch self {
        case .parsePosts: "parse 10,000 posts"
        case .parsePostsReversed: "… fields in another order"
        case .parsePostsSparse: "… optional mostly absent"
        case .parseEscapes: "parse strings full of escapes"
        case .parseMultiByte: "parse multi-byte strings"
        case .parseSmall: "parse one small reply, warm"
        case .parseEvents: "read 10,000 posts as events"
        case .writeArticle: "write a JSON body"
        case .writeArticles: "write a JSON body of 1,000"
        case .packQuery: "pack a query of 8 params"
        case .packForm, .packFormPeer: "pack a form of 8 params"
        case .queueOperations, .queueTaskGroup: "add and finish a task"
        case .queueWaiting: "… while 1,000,000 wait"
        }
    }

    package var concern: Concern {
        switch self {
        case .parsePosts, .parsePostsReversed, .parsePostsSparse, .parseEscapes, .parseMultiByte, .parseSmall,
            .parseEvents, .writeArticle, .writeArticles:
            .json
        case .packQuery, .packForm, .packFormPeer: .packing
        case .queueOperations, .queueTaskGroup, .queueWaiting: .queue
        }
    }

    package var peer: String {
        switch self {
        case .parsePosts, .parsePostsReversed, .parsePostsSparse, .parseEscapes, .parseMultiByte, .parseSmall:
            "JSONDecoder"
        case .parseEvents: "one array"
        case .writeArticle, .writeArticles: "JSONEncoder"
        case .packQuery, .packForm: "URLComponents"
        case .packFormPeer: "FormPeer"
        case .queueOperations: "OperationQueue"
        case .queueTaskGroup: "TaskGroup"
        case .queueWaiting: "1,000 waiting"
        }
    }

    /// Whether the peer is NetTask, too.
    package var isOfNetTaskAlone: Bool { self == .parseEvents || self == .queueWaiting }

    /// The target: how many times as fast as its peer it should be. nil if it is only for information.
    package var target: Double? {
        switch self {
        case .parsePosts, .parseSmall, .writeArticle, .writeArticles: 10
        case .parsePostsReversed, .packQuery: 8
        case .parseEscapes, .parseMultiByte: 6
        case .packFormPeer: 15
        case .queueOperations: 3
        case .queueTaskGroup: 1
        case .parseEvents, .queueWaiting: 0.77
        case .parsePostsSparse, .packForm: nil
        }
    }
}
