internal import Foundation
internal import NetTaskSpec

/// A folder of imported spec files, with what the last import wrote of them.
///
/// That is kept in `.nettask-import`, a hidden folder, and under names that are not those of specs: so nothing that
/// looks for specs finds it. It belongs into version control, as the specs do.
package struct ImportFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// What is in the folder.
    package struct Contents: Sendable, Equatable {
        /// All spec files, those of folders within too, by name.
        package var ours: [ImportedFile]
        /// What the last import wrote; empty where there was none, or nothing is left of it.
        package var base: [ImportedFile]

        package init(ours: [ImportedFile], base: [ImportedFile]) {
            self.ours = ours
            self.base = base
        }
    }

    /// File names by what a write does to them, or would.
    package struct Changes: Sendable, Equatable {
        package var created: [String]
        package var updated: [String]
        package var unchanged: [String]
        package var removed: [String]

        package init(
            created: [String] = [],
            updated: [String] = [],
            unchanged: [String] = [],
            removed: [String] = []
        ) {
            self.created = created
            self.updated = updated
            self.unchanged = unchanged
            self.removed = removed
        }

        package var isEmpty: Bool { created.isEmpty && updated.isEmpty && removed.isEmpty }
    }

    static let baseFolder = ".nettask-import"
    static let baseEnding = ".base"
    private static let endings = [".nettask.yaml", ".nettask.yml"]

    // MARK: Reading

    /// A folder that is not there is an empty one.
    /// - Throws: `ImportFolderError` if a file cannot be read, if there are specs but no base, or if the base is not
    ///   whole; `SpecMergeError` if a file is no text.
    package func contents() throws -> Contents {
        guard exists(path) else { return Contents(ours: [], base: []) }
        let ours = try specNames(in: "").map { try file($0, at: url(of: $0)) }
        // Who removed all specs wants to import anew.
        if ours.isEmpty { return Contents(ours: [], base: []) }
        let base = try base()
        guard !base.isEmpty else { throw ImportFolderError.noBase(folder: path) }
        return Contents(ours: ours, base: base)
    }

    private func base() throws -> [ImportedFile] {
        guard exists("\(path)/\(Self.baseFolder)") else { return [] }
        let names = try self.names(in: Self.baseFolder).filter { $0.hasSuffix(Self.baseEnding) }
        let files = try names.map { name in
            let text = try file(name, at: baseURL.appendingPathComponent(name)).text
            return ImportedFile(name: String(name.dropLast(Self.baseEnding.count)), text: text)
        }
        try checkWhole(files)
        return files
    }

    /// With a part of the base missing, all of that would seem the team's own.
    private func checkWhole(_ base: [ImportedFile]) throws {
        var named: Set<String> = []
        var hasClient = base.isEmpty
        for file in base {
            let path = "\(path)/\(Self.baseFolder)/\(file.name)\(Self.baseEnding)"
            let (root, diagnostics) = YAMLNode.reading(Array(file.text.utf8), path: path)
            guard let root, diagnostics.isEmpty else {
                throw ImportFolderError.brokenBase(folder: self.path, diagnostics: diagnostics)
            }
            guard case .map(let entries) = PlainValue(root) else { continue }
            hasClient = hasClient || entries.contains { $0.key == "client" }
            for entry in entries where entry.key == "include" { named.formUnion(entry.value.texts) }
        }
        let missing = named.filter { !$0.contains("/") }.subtracting(base.map(\.name)).sorted()
        if let name = missing.first { throw ImportFolderError.missingBase(folder: path, name: name + Self.baseEnding) }
        if !hasClient { throw ImportFolderError.missingBase(folder: path, name: "that of the file with `client`") }
    }

    private func specNames(in folder: String) throws -> [String] {
        var found: [String] = []
        for name in try names(in: folder) where !name.hasPrefix(".") {
            let inner = folder.isEmpty ? name : "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(path)/\(inner)", isDirectory: &isFolder)
            if isFolder.boolValue {
                // Links to folders could lead in a circle.
                let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(inner)")) != nil
                if !isLink { found += try specNames(in: inner) }
            } else if Self.endings.contains(where: name.hasSuffix) {
                found.append(inner)
            }
        }
        return found
    }

    private func names(in folder: String) throws -> [String] {
        let folder = folder.isEmpty ? path : "\(path)/\(folder)"
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw ImportFolderError.unreadable(path: folder)
        }
    }

    private func file(_ name: String, at url: URL) throws -> ImportedFile {
        let bytes = try Self.bytes(at: url)
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            let (_, diagnostics) = YAMLNode.reading(bytes, path: name)
            throw SpecMergeError(diagnostics: diagnostics)
        }
        return ImportedFile(name: name, text: text)
    }

    private static func bytes(at url: URL) throws -> [UInt8] {
        let url = url.resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        // To open a pipe would wait for somebody to write into it.
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let size = attributes?[.size] as? NSNumber, size.intValue <= YAMLBudget.bytes,
            let data = try? Data(contentsOf: url)
        else { throw ImportFolderError.unreadable(path: url.path) }
        return Array(data)
    }

    // MARK: Writing

    /// What `write` would do, without touching anything.
    package func changes(of result: SpecMerge.Result, since contents: Contents) -> Changes {
        var changes = Changes()
        let old = Dictionary(contents.ours.map { ($0.name, $0.text) }) { first, _ in first }
        for file in result.files {
            guard let text = old[file.name] else {
                changes.created.append(file.name)
                continue
            }
            if text.isSame(as: file.text) {
                changes.unchanged.append(file.name)
            } else {
                changes.updated.append(file.name)
            }
        }
        changes.removed = result.removed
        return changes
    }

    /// Writes the files that changed, each whole or not at all, and then what this import made as the next one's base.
    ///
    /// What cannot be written fails before anything changed. Should it fail or be killed later, the same import can be
    /// repeated: the base is still the old one, what is in the files already is no change, and an entry that moves is
    /// in one of the files at any time.
    /// - Parameters:
    ///   - result: What `SpecMerge.merge` made of `contents`.
    ///   - theirs: What this import made.
    /// - Throws: `ImportFolderError` if a file cannot be written, or was changed since `contents` were read.
    @discardableResult
    package func write(
        _ result: SpecMerge.Result,
        over contents: Contents,
        base theirs: [ImportedFile]
    ) throws -> Changes {
        let changes = changes(of: result, since: contents)
        let old = Dictionary(contents.ours.map { ($0.name, $0.text) }) { first, _ in first }
        for name in changes.created + changes.updated + changes.removed { try checkUnchanged(name, old[name]) }
        for name in changes.removed { try checkRemovable(url(of: name)) }
        let pending = Set(changes.created + changes.updated)
        let files = WriteOrder.sorted(result.files.filter { pending.contains($0.name) }, over: contents.ours)
        let base = base(theirs, over: contents, holding: result.heldBases)
        var specs = StagedFiles()
        var bases = StagedFiles()
        defer {
            specs.discard()
            bases.discard()
        }
        for file in files { try specs.add(file.text, for: url(of: file.name)) }
        for file in base where !isWritten(file) { try bases.add(file.text, for: baseURL(of: file.name)) }
        try specs.commit()
        for name in changes.removed { try remove(url(of: name)) }
        try bases.commit()
        try removeBases(besides: Set(base.map { $0.name + Self.baseEnding }))
        return changes
    }

    /// The next base, with the file of `client` at the end: that names the others.
    private func base(
        _ theirs: [ImportedFile],
        over contents: Contents,
        holding held: Set<String>
    ) -> [ImportedFile] {
        let files = theirs.filter { !held.contains($0.name) } + contents.base.filter { held.contains($0.name) }
        let sorted = WriteOrder.sorted(files, over: contents.base)
        return sorted.filter { !Self.holdsClient($0) } + sorted.filter(Self.holdsClient)
    }

    /// An import writes it right below its opening words.
    private static func holdsClient(_ file: ImportedFile) -> Bool {
        String(decoding: file.text.utf8.prefix(2_000), as: UTF8.self).contains("\nclient:")
    }

    private func isWritten(_ base: ImportedFile) -> Bool {
        (try? Self.bytes(at: baseURL(of: base.name))).map { base.text.utf8.elementsEqual($0) } ?? false
    }

    private func removeBases(besides names: Set<String>) throws {
        guard exists(baseURL.path) else { return }
        for name in try self.names(in: Self.baseFolder) where name.hasSuffix(Self.baseEnding) && !names.contains(name) {
            try remove(baseURL.appendingPathComponent(name))
        }
    }

    private func checkRemovable(_ url: URL) throws {
        guard FileManager.default.isWritableFile(atPath: url.deletingLastPathComponent().path) else {
            throw ImportFolderError.cannotWrite(path: url.path, reason: "its folder is not writable")
        }
    }

    private func checkUnchanged(_ name: String, _ text: String?) throws {
        let path = "\(path)/\(name)"
        let isSame: Bool
        if let text {
            isSame = (try? Self.bytes(at: url(of: name))).map { text.utf8.elementsEqual($0) } ?? false
        } else {
            isSame = !exists(path)
        }
        guard isSame else { throw ImportFolderError.changedMeanwhile(path: path) }
    }

    private func remove(_ url: URL) throws {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw ImportFolderError.cannotWrite(path: url.path, reason: error.localizedDescription)
        }
    }

    // MARK: Paths

    private func url(of name: String) -> URL {
        URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
    }

    private var baseURL: URL {
        url(of: Self.baseFolder)
    }

    private func baseURL(of name: String) -> URL {
        baseURL.appendingPathComponent(name + Self.baseEnding)
    }

    /// Whether there is anything of that name, readable or not.
    private func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }
}
