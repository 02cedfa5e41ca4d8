/// A way to authenticate that a spec declares in `auth:`.
package struct AuthScheme: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var kind: Kind

    package enum Kind: Sendable, Equatable {
        case bearer
        case basic
        /// A key under a name on the wire.
        case apiKey(Location, name: String)
    }

    package enum Location: String, Sendable, CaseIterable {
        case header
        case query
        case cookie
    }
}

extension AuthScheme {
    /// Where its credentials stand in a request.
    var place: (location: Location, name: String) {
        switch kind {
        case .bearer, .basic: (.header, "Authorization")
        case .apiKey(let location, let name): (location, name)
        }
    }

    /// The same, to be compared: in names of headers, capitals make no difference.
    var placeKey: String {
        "\(place.location.rawValue) \(place.location == .header ? place.name.lowercased() : place.name)"
    }
}
