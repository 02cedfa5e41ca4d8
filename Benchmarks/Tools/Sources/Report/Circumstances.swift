/// The date, the machine and the versions of a measurement. Contains no names of people and no paths.
public struct Circumstances: Equatable, Sendable {
    /// As `2026-11-22`.
    public var date: String
    public var commit: String
    public var processor: String
    public var cores: Int
    public var memoryBytes: UInt64
    public var system: String
    /// By name, in the order of the page.
    public var versions: [Version]

    public struct Version: Equatable, Sendable {
        public var name: String
        public var version: String

        public init(_ name: String, _ version: String) {
            self.name = name
            self.version = version
        }
    }

    public init(
        date: String,
        commit: String,
        processor: String,
        cores: Int,
        memoryBytes: UInt64,
        system: String,
        versions: [Version]
    ) {
        self.date = date
        self.commit = commit
        self.processor = processor
        self.cores = cores
        self.memoryBytes = memoryBytes
        self.system = system
        self.versions = versions
    }

    var machine: String {
        "\(processor), \(cores) \(cores == 1 ? "core" : "cores"), \(memoryBytes >> 30) GiB of memory, \(system)"
    }
}
