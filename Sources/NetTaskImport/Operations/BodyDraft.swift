/// What an endpoint sends in its body, before it is known what else it sends.
struct BodyDraft {
    var encoding: String?
    /// Params that go into the body.
    var fields: [FieldDraft] = []
    var requestObject: String?
    /// The whole body.
    var body: DraftType?
    var isRequired = true
    var contentType: String?
    /// What the document says of the body.
    var description: String?
}
