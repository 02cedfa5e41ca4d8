import Foundation
import Testing

/// The App Store rejects an app that uses one of these APIs in a module without a declared reason:
/// <https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api>.
@Suite("The privacy manifests of the modules for apps")
struct PrivacyManifestTests {
    /// Apple's categories, with the names of their APIs in Swift.
    private static let categories: [String: String] = [
        "FileTimestamp":
            #"\b(?:f|l)?stat(?:at)?\([^)]|getattrlist|creationDate|odificationDate|contentModificationDateKey|\bst_mtim"#,
        "SystemBootTime": "systemUptime|mach_absolute_time",
        "DiskSpace": #"\bf?stat(?:v)?fs\([^)]|volumeAvailableCapacity|volumeTotalCapacity|systemFreeSize|systemSize"#,
        "ActiveKeyboards": "activeInputModes",
        "UserDefaults": #"\bUserDefaults\b|\bAppStorage\b"#,
    ]
    /// Modules for servers, and those of the tools.
    private static let others: Set<String> = [
        "CPostgreSQL", "CYAML", "NetTaskAsyncHTTPClient", "NetTaskAuthoring", "NetTaskComparison", "NetTaskGenerator",
        "NetTaskImport", "NetTaskInterpreter", "NetTaskPostgreSQL", "NetTaskServiceLifecycle", "NetTaskSpec",
        "NetTaskTerminal", "nettask", "nettask-generate", "nettask-queue",
    ]

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let modules =
        ((try? FileManager.default.contentsOfDirectory(atPath: package.path + "/Sources")) ?? [])
        .filter { !others.contains($0) }.sorted()

    @Test("A module declares a reason for each category of APIs that it uses, and for no other", arguments: modules)
    func reasons(module: String) throws {
        // given
        let folder = Self.package.appendingPathComponent("Sources/\(module)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let code = try files.map { file in
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).replacing(/\/\/.*/, with: "")
        }.joined()
        // when
        let used = try Self.categories.filter { try code.contains(Regex($0.value)) }.keys
        let manifest = try? Data(contentsOf: folder.appendingPathComponent("PrivacyInfo.xcprivacy"))
        let declared = try manifest.map(Self.declared) ?? [:]
        // then
        #expect(Set(declared.keys) == Set(used))
        #expect(declared.values.allSatisfy { !$0.isEmpty })
    }

    @Test("Each manifest is a resource of its target")
    func resources() throws {
        let manifest = try String(contentsOf: Self.package.appendingPathComponent("Package.swift"), encoding: .utf8)
        let files = Self.modules.filter { module in
            FileManager.default.fileExists(atPath: "\(Self.package.path)/Sources/\(module)/PrivacyInfo.xcprivacy")
        }
        #expect(!files.isEmpty)
        #expect(manifest.split(separator: "resources: privacyManifest").count - 1 == files.count)
    }

    private static func declared(in manifest: Data) throws -> [String: [String]] {
        let list = try PropertyListSerialization.propertyList(from: manifest, format: nil) as? [String: Any]
        let types = try #require(list?["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        var declared: [String: [String]] = [:]
        for type in types {
            let category = try #require(type["NSPrivacyAccessedAPIType"] as? String)
            declared[category.replacing("NSPrivacyAccessedAPICategory", with: "")] =
                type["NSPrivacyAccessedAPITypeReasons"] as? [String]
        }
        return declared
    }
}
