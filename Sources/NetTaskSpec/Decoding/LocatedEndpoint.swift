/// An endpoint as read, with the places that later checks complain about.
struct LocatedEndpoint {
    var endpoint: Endpoint
    var params: [LocatedField]
    var requestObjectRange: SourceRange?
    var bodyRange: SourceRange?
    var delivery = LocatedDelivery()
    /// What `was:` says.
    var formerNames: [LocatedFormerName] = []
    var example: YAMLNode.Entry?
}
