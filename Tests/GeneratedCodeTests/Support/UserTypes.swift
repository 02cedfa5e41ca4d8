public import Foundation
public import NetTaskDurable
public import NetTaskRuntime

// The Swift types, protocols and transforms that the specs of this folder name. EmittedSwiftTests compiles this file beside their
// generated code, also in a module that is isolated to the main actor by default.

/// The `swiftType` of a single value.
public nonisolated struct AppVersion: Hashable, Sendable, JSONScalar, ParameterValue {
    public var major: Int
    public var minor: Int

    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    public static func read(from reader: inout JSONReader) throws -> AppVersion {
        let parts = try String.read(from: &reader).split(separator: ".").compactMap { Int($0) }
        guard parts.count == 2 else { throw reader.error("it is no version") }
        return AppVersion(major: parts[0], minor: parts[1])
    }

    public static func write(_ value: AppVersion, into packer: inout ParameterPacker) {
        String.write("\(value.major).\(value.minor)", into: &packer)
    }
}

public nonisolated enum Money {
    /// The `swiftType` of an object.
    public struct Amount: Hashable, Sendable, JSONReadable, ParameterPackable {
        public var cents: Int

        public init(cents: Int) {
            self.cents = cents
        }

        public init(from object: inout JSONReader) throws {
            cents = try object.read("cents")
        }

        public func pack(into packer: inout ParameterPacker) {
            packer.add("cents", cents)
        }
    }
}

/// A protocol of `conformances:`.
public nonisolated protocol Named {
    var name: String { get }
}

/// A `swiftType` that is stored.
public nonisolated struct DurablePrice: Equatable, Sendable, Codable, StoredValue, ParameterValue {
    public var cents: Int
    public var currency: String

    public init(cents: Int, currency: String) {
        self.cents = cents
        self.currency = currency
    }

    public static func write(_ value: DurablePrice, into packer: inout ParameterPacker) {
        String.write("\(value.cents) \(value.currency)", into: &packer)
    }
}

/// The transforms of `Corners.nettask.yaml`.
public nonisolated enum Transforms {
    public static func shout(_ text: String) -> String { text.uppercased() + "!" }
    public static func joined(_ tags: [String]) -> String { tags.joined(separator: ",") }
    public static func numbered(_ text: String) -> String { "\(text) \(UInt64.random(in: 0 ... .max))" }
    public static func epoch(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }
}

/// Transforms of `Measures.nettask.yaml`.
public nonisolated enum Tenths {
    public static func to(_ value: Double) -> Double { value / 10 }
    public static func from(_ value: Double) -> Double { value * 10 }
    public static func allTo(_ values: [Double]) -> [Double] { values.map(to) }
    public static func allFrom(_ values: [Double]) -> [Double] { values.map(from) }
}

/// Transforms of `Measures.nettask.yaml`.
public nonisolated enum Texts {
    public static func joined(_ tags: [String]) -> String { tags.joined(separator: ",") }
    public static func parted(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
    public static func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }
    public static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
    public static func reversed(_ text: String) -> String { String(text.reversed()) }
    public static func unreversed(_ text: String) throws -> String {
        guard text != "refused" else { throw Refusal(text: text) }
        return String(text.reversed())
    }
    public static func level(_ level: Int) -> String { "level \(level)" }
    public static func number(_ text: String) throws -> Int {
        guard let number = Int(text.dropFirst(6)) else { throw Refusal(text: text) }
        return number
    }
}

private nonisolated struct Refusal: Error {
    let text: String
}
