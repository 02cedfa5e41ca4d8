/// What a stored task says of its type, so that a later version of the app knows it.
public struct StoredForm: Sendable, Hashable {
    /// The name on disk, such as `Shop.PlaceOrder`.
    public var kind: String
    /// Names that it had before. Tasks that were stored under one of them are tasks of this type.
    public var formerKinds: [String]
    /// The version that the spec gives itself, to be shown; empty if it gives none.
    public var version: String
    /// Stands for the layout of what is stored: it differs where the fields of the task, or of the shapes in it, differ.
    /// Empty for types that no spec describes.
    public var hash: String

    /// Makes a form; what is not said is empty.
    public init(kind: String, formerKinds: [String] = [], version: String = "", hash: String = "") {
        self.kind = kind
        self.formerKinds = formerKinds
        self.version = version
        self.hash = hash
    }
}
