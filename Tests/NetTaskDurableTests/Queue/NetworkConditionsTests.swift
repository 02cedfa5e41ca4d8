#if os(Linux)
    import Foundation
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @testable import NetTaskDurable

    @Suite("The network of Linux", .timeLimit(.minutes(5)))
    struct NetworkConditionsTests {
        private static let offline = TaskRequirements.everything.subtracting([.network, .unmeteredNetwork])
        private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\n"
        private static let local = "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
        private static let ipv6Local = """
            fe800000000000000000000000000000 40 00000000000000000000000000000000 00 \
            00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth0
            00000000000000000000000000000000 00 00000000000000000000000000000000 00 \
            00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo

            """
        private static let ipv6Default = """
            00000000000000000000000000000000 00 00000000000000000000000000000000 00 \
            fd000000000000000000000000000001 00000400 00000003 00000000 00000003     eth0

            """

        private static func route(_ interface: String, flags: String = "0003") -> String {
            "\(interface)\t00000000\t010200C0\t\(flags)\t0\t0\t0\t00000000\t0\t0\t0\n"
        }

        private static func network(
            _ routes: String = "",
            ipv6: String = "",
            interfaces: Set<String> = ["eth0"]
        ) -> LinuxNetwork {
            LinuxNetwork(routes: head + local + routes, ipv6Routes: ipv6Local + ipv6, interfaces: interfaces)
        }

        @Test(
            "is available with a default route of either protocol whose interface is up",
            arguments: [
                (network(route("eth0")), TaskRequirements.everything),
                (network(ipv6: ipv6Default), .everything),
                (network(), offline),
                (network(route("eth0"), interfaces: []), offline),
                (network(route("eth0", flags: "0000")), offline),
                (network(route("eth0", flags: "0201")), offline),
                (network(route("eth0"), interfaces: ["eth1"]), offline),
            ]
        )
        func routes(_ network: LinuxNetwork, _ expected: TaskRequirements) {
            #expect(network.conditions == expected)
        }

        @Test("is metered if a modem is the only route")
        func modem() {
            let both: Set = ["wwan0", "wlan0"]
            let metered = TaskRequirements.everything.subtracting(.unmeteredNetwork)
            let modem = Self.network(Self.route("wwan0"), interfaces: both)
            let wireless = Self.network(Self.route("wwan0") + Self.route("wlan0"), interfaces: both)
            #expect(modem.conditions == metered)
            #expect(wireless.conditions == .everything)
        }

        @Test("is assumed if the system reports nothing")
        func unknown() {
            #expect(NetworkConditions(clock: TestClock()) { nil }.current == .everything)
        }

        @Test("is checked periodically for listeners, which receive only changes")
        func changes() async throws {
            // given
            let clock = TestClock()
            let network = Locked(Self.network())
            let conditions = NetworkConditions(clock: clock) { network.withLock { $0 } }
            var changes = conditions.changes().makeAsyncIterator()
            // when
            try await clock.advance(to: .seconds(5))
            try await clock.sleeper(until: .seconds(10))
            network.withLock { $0 = Self.network(Self.route("eth0")) }
            try await clock.advance(to: .seconds(10))
            // then
            #expect(await changes.next() == .everything)
            #expect(conditions.current == .everything)
        }

        @Test("is read from the system")
        func real() {
            #expect(NetworkConditions().current.isSuperset(of: .power))
            #expect(LinuxNetwork.read()?.interfaces.contains("lo") != true)
        }
    }
#endif
