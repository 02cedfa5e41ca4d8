/// What an import has gathered: all that the spec files will say. Not for use from several threads.
final class SpecDraft {
    /// The Swift namespace.
    var client: String
    var description: String?
    /// The environments and their URLs; the first is used.
    var servers: [(name: String, url: String)] = []
    var schemes: [SchemeDraft] = []
    /// The schemes of all endpoints that do not say otherwise.
    var auth: [String] = []
    /// The tags of the document and what it says of them, in its order.
    var tags: [(name: String, description: String?)] = []
    var shapes: [ShapeDraft] = []
    var endpoints: [EndpointDraft] = []

    init(client: String) {
        self.client = client
    }
}

/// A scheme of authentication before it is written.
struct SchemeDraft {
    /// In Swift and in the spec.
    var name: String
    /// `bearer`, `basic` or `apiKey`.
    var type: String
    /// Of a key: `header`, `query` or `cookie`, and the name there.
    var place: (location: String, name: String)?
    var description: String?
}
