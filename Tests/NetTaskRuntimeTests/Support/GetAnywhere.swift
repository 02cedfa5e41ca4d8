import NetTaskRuntime

/// A GET request for any uri.
struct GetAnywhere: HTTPNetTask {
    typealias Response = Void
    var uri: String
}
