/// One spec file, read and checked: what the generator works from.
///
/// All that can be wrong with a spec has been reported before a `Spec` exists, so whoever holds one need not check again.
package struct Spec: Sendable, Equatable {
    /// The path of the file, as diagnostics and the mark in generated files name it.
    package var path: String
    /// The Swift namespace that holds all that this spec generates.
    package var client: Name
    package var description: String?
    package var baseURL: String?
    package var access: AccessLevel?
    package var shapes: [Shape]
    package var endpoints: [Endpoint]

    package init(
        path: String,
        client: Name,
        description: String? = nil,
        baseURL: String? = nil,
        access: AccessLevel? = nil,
        shapes: [Shape] = [],
        endpoints: [Endpoint] = []
    ) {
        self.path = path
        self.client = client
        self.description = description
        self.baseURL = baseURL
        self.access = access
        self.shapes = shapes
        self.endpoints = endpoints
    }
}

/// How widely generated declarations can be seen.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `public`
    case package
    case `internal`
}
