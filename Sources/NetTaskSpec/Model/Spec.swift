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
    /// The base URL of each environment, `baseURL` first; none where the spec gives `baseURL` alone.
    package var environments: [Environment]
    package var access: AccessLevel?
    /// The schemes of authentication that endpoints can name.
    package var auth: [AuthScheme]
    package var shapes: [Shape]
    package var endpoints: [Endpoint]

    package struct Environment: Sendable, Equatable {
        package var name: Name
        package var url: String

        package init(name: Name, url: String) {
            self.name = name
            self.url = url
        }
    }

    package init(
        path: String,
        client: Name,
        description: String? = nil,
        baseURL: String? = nil,
        environments: [Environment] = [],
        access: AccessLevel? = nil,
        auth: [AuthScheme] = [],
        shapes: [Shape] = [],
        endpoints: [Endpoint] = []
    ) {
        self.path = path
        self.client = client
        self.description = description
        self.baseURL = baseURL
        self.environments = environments
        self.access = access
        self.auth = auth
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
