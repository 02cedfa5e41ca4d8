import NetTaskRuntime

/// A GET of any uri.
struct GetAnywhere: HTTPNetTask {
    typealias Response = Void
    var uri: String
}
