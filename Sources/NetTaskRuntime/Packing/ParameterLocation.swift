/// Where a param goes when its method does not say it.
public enum ParameterLocation: Sendable, Hashable, CaseIterable {
    case query
    case body
    case header
}
