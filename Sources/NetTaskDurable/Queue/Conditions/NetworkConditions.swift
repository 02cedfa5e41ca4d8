import Foundation
import NetTaskCore

#if os(watchOS)
    /// Always fulfills all conditions: on watchOS, a path monitor reports no network to most apps although requests work
    /// (Apple's technical note TN3135).
    public final class NetworkConditions: ConditionProvider {
        /// Makes a provider.
        public init() {}

        public var current: TaskRequirements { .everything }

        /// Returns a stream without values.
        public func changes() -> AsyncStream<TaskRequirements> { UnconstrainedConditions().changes() }
    }
#elseif canImport(Network)
    import Network

    /// Provides the state of the network with `NWPathMonitor`. An expensive or constrained network counts as metered. All other
    /// conditions are assumed to be fulfilled, and so is the network until the monitor has reported a path.
    public final class NetworkConditions: ConditionProvider {
        private let paths = PathConditions(monitor: NetworkConditions.monitor)

        /// Starts to monitor the network.
        public init() {}

        public var current: TaskRequirements { paths.current }

        public func changes() -> AsyncStream<TaskRequirements> { paths.changes() }

        private static let queue = DispatchQueue(label: "NetTask.NetworkConditions")

        private static func monitor(_ report: @escaping PathConditions.Report) -> @Sendable () -> Void {
            let monitor = Locked(NWPathMonitor())
            monitor.withLock { monitor in
                monitor.pathUpdateHandler = { path in
                    report(path.status == .satisfied, path.isExpensive || path.isConstrained)
                }
                monitor.start(queue: queue)
            }
            return { monitor.withLock { $0.cancel() } }
        }
    }
#else
    /// Provides the state of the network: it exists if there is a default route through an interface that is up and has an
    /// address. It counts as metered if only modems have a default route. All other conditions are assumed to be fulfilled, and
    /// so is the network if the system does not report its routes. Changes are detected within 5 seconds.
    public final class NetworkConditions: ConditionProvider {
        private static let interval = Duration.seconds(5)

        private let time: TimeSource
        private let read: @Sendable () -> LinuxNetwork?

        /// Makes a provider that reads the state of the network on each access.
        public convenience init() {
            self.init(clock: ContinuousClock(), read: LinuxNetwork.read)
        }

        init(clock: any Clock<Duration>, read: @escaping @Sendable () -> LinuxNetwork?) {
            time = TimeSource(clock)
            self.read = read
        }

        public var current: TaskRequirements { read()?.conditions ?? .everything }

        public func changes() -> AsyncStream<TaskRequirements> {
            let (stream, continuation) = AsyncStream<TaskRequirements>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let task = Task.detached { [self, start = current] in
                var latest = start
                while !Task.isCancelled {
                    try? await time.sleep(time.now() + Self.interval)
                    let current = current
                    if current != latest { continuation.yield(current) }
                    latest = current
                }
            }
            continuation.onTermination = { _ in task.cancel() }
            return stream
        }
    }

    /// The state of the network on Linux.
    struct LinuxNetwork: Sendable {
        /// `/proc/net/route`: interface, destination, gateway, flags, three counts, mask …
        var routes: String
        /// `/proc/net/ipv6_route`: destination, prefix length, source, prefix length of the source, next hop, metric, two
        /// counts, flags, interface.
        var ipv6Routes: String
        /// The interfaces that are up and have an address, except for the loopback interface.
        var interfaces: Set<String>

        /// Returns `nil` if the system does not report its routes.
        static func read() -> LinuxNetwork? {
            let texts = ["route", "ipv6_route"].map { try? String(contentsOfFile: "/proc/net/\($0)", encoding: .utf8) }
            var first: UnsafeMutablePointer<ifaddrs>?
            guard texts.contains(where: { $0 != nil }), getifaddrs(&first) == 0 else { return nil }
            defer { freeifaddrs(first) }
            let families = [AF_INET, AF_INET6].map { sa_family_t($0) }
            let (up, loopback, running) = (UInt32(0x1), UInt32(0x8), UInt32(0x40))
            var interfaces: Set<String> = []
            var next = first
            while let entry = next?.pointee {
                if let family = entry.ifa_addr?.pointee.sa_family, families.contains(family),
                    UInt32(entry.ifa_flags) & (up | loopback | running) == up | running
                {
                    interfaces.insert(String(cString: entry.ifa_name))
                }
                next = entry.ifa_next
            }
            return LinuxNetwork(routes: texts[0] ?? "", ipv6Routes: texts[1] ?? "", interfaces: interfaces)
        }

        var conditions: TaskRequirements {
            let names = Set(defaultRoutes).intersection(interfaces)
            if names.isEmpty { return .offline }
            let modems = ["ww", "ppp", "rmnet"]
            return names.allSatisfy { name in modems.contains { name.hasPrefix($0) } } ? .metered : .everything
        }

        /// The interfaces of default routes that are in use.
        private var defaultRoutes: [String] {
            let zeros = String(repeating: "0", count: 32)
            let routes = fields(of: routes).filter { fields in
                fields.count > 7 && fields[1] == "00000000" && fields[7] == "00000000" && Self.isInUse(fields[3])
            }
            let ipv6Routes = fields(of: ipv6Routes).filter { fields in
                fields.count > 9 && fields[0] == zeros && fields[1] == "00" && Self.isInUse(fields[8])
            }
            return routes.map { String($0[0]) } + ipv6Routes.map { String($0[9]) }
        }

        private func fields(of table: String) -> [[Substring]] {
            table.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" } }
        }

        /// Checks the flags `RTF_UP` and `RTF_REJECT`.
        private static func isInUse(_ flags: Substring) -> Bool {
            UInt32(flags, radix: 16).map { $0 & 0x1 != 0 && $0 & 0x200 == 0 } ?? false
        }
    }
#endif

/// The conditions of the path that a monitor reported last; all conditions before its first report.
///
/// The current path of an `NWPathMonitor` is unsatisfied before the first report. Without this class, a queue that drains in a
/// background launch would find no network.
final class PathConditions: Sendable {
    /// Reports a path: whether there is a network, and whether it is metered.
    typealias Report = @Sendable (_ isSatisfied: Bool, _ isMetered: Bool) -> Void
    /// Starts a monitor, and returns a closure that stops it.
    typealias Monitor = @Sendable (@escaping Report) -> @Sendable () -> Void

    private let monitor: Monitor
    private let latest: Locked<TaskRequirements>
    private let stop: @Sendable () -> Void

    init(monitor: @escaping Monitor) {
        let latest = Locked(TaskRequirements.everything)
        self.monitor = monitor
        self.latest = latest
        stop = monitor { isSatisfied, isMetered in
            latest.withLock { $0 = Self.conditions(isSatisfied, isMetered) }
        }
    }

    deinit {
        stop()
    }

    var current: TaskRequirements { latest.withLock { $0 } }

    func changes() -> AsyncStream<TaskRequirements> {
        let (stream, continuation) = AsyncStream<TaskRequirements>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let stop = monitor { continuation.yield(Self.conditions($0, $1)) }
        continuation.onTermination = { _ in stop() }
        return stream
    }

    private static func conditions(_ isSatisfied: Bool, _ isMetered: Bool) -> TaskRequirements {
        isSatisfied ? isMetered ? .metered : .everything : .offline
    }
}

extension TaskRequirements {
    /// All conditions except for a network.
    fileprivate static let offline = everything.subtracting([.network, .unmeteredNetwork])
    /// All conditions except for an unmetered network.
    fileprivate static let metered = everything.subtracting(.unmeteredNetwork)
}
