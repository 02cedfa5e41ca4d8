/// A document of a measurement. Figures can be compared only for the same document.
public struct DataFile: Codable, Equatable, Sendable {
    public var name: String
    public var bytes: Int
    public var sha256: String
    public var operations: Int
    public var origin: String

    public init(name: String, bytes: Int, sha256: String, operations: Int, origin: String) {
        self.name = name
        self.bytes = bytes
        self.sha256 = sha256
        self.operations = operations
        self.origin = origin
    }
}
