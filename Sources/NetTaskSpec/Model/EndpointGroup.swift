/// Endpoints that have much in common: a namespace in that of the client.
package struct EndpointGroup: Sendable, Equatable {
    package var name: Name
    package var description: String?
}
