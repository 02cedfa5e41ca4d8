import Foundation
import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// Documents in the folder of fixtures, and what becomes of them.
enum Fixtures {
    static let folder = Bundle.module.resourceURL!.appendingPathComponent("Fixtures").path

    /// The documents of a folder, without those that others refer to.
    static func documents(in subfolder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(subfolder)")) ?? []
        return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted().map { "\(subfolder)/\($0)" }
    }

    /// All files below the folder of a document, by their paths from the folder of fixtures.
    static func texts(beside document: String) throws -> [String: [UInt8]] {
        let subfolder = document.split(separator: "/").dropLast().joined(separator: "/")
        var texts: [String: [UInt8]] = [:]
        for name in FileManager.default.enumerator(atPath: "\(folder)/\(subfolder)")?.allObjects ?? [] {
            let path = "\(subfolder)/\(name)"
            guard path.hasSuffix(".yaml") || path.hasSuffix(".json") else { continue }
            texts[path] = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")))
        }
        return texts
    }

    /// All that an import says and writes.
    static func record(_ result: DocumentImporter.Result) -> String {
        var text = result.diagnostics.map { "\($0)\n" }.joined()
        for file in result.files { text += "\n==> \(file.name)\n\(file.text)" }
        return text + "\n==> import-report.txt\n" + result.report.text
    }

    /// The same in short: what is said without the lines that are quoted, what the files of parts describe, and of the report
    /// the counts and reasons.
    static func summary(_ result: DocumentImporter.Result) -> String {
        let said = result.diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.sourceLine = nil
            return "\(diagnostic)\n"
        }
        let parts = result.files.dropFirst().map { $0.text.replacing(/^#.*\nnettask: 1\n\n/, with: "") + "\n" }
        let notes = result.report.notes.map { "not in the document: \($0)\n" }
        let reasons = result.report.sections.flatMap { section in
            section.kinds.map { "\(section.title): \($0.reason) (\($0.count))\n" }
        }
        return (said + parts + ["\(result.report.summary)\n"] + notes + reasons).joined()
    }

    /// Compares with the text beside the document. With `NETTASK_RECORD_FIXTURES=1` in the environment the text is written anew,
    /// and the test fails to say so.
    static func check(_ text: String, _ document: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let name = document.split(separator: ".").dropLast().joined(separator: ".") + ".txt"
        if ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil {
            let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
            try Data(text.utf8).write(to: sources.appendingPathComponent(name))
            Issue.record("recorded \(name)", sourceLocation: sourceLocation)
            return
        }
        let recorded = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect(text == recorded, sourceLocation: sourceLocation)
    }

    /// What is wrong with the specs of an import, and what the importer left out since it would be wrong.
    static func problems(_ result: DocumentImporter.Result) -> [String] {
        let faults = result.diagnostics.map(\.description).filter { $0.contains("a fault in NetTask") }
        return faults + read(result).diagnostics.map(\.description)
    }

    static func read(_ result: DocumentImporter.Result) -> SpecReader.Result {
        SpecReader.read(sources: result.files.map { SpecReader.Source(path: $0.name, text: $0.text) })
    }
}
