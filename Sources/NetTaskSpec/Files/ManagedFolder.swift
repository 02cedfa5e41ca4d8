/// A folder in which a tool writes files. A file is replaced as a whole, and only if its text has changed.
package struct ManagedFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// The required or completed changes, by path relative to the folder.
    package struct Changes: Sendable, Equatable {
        package var created: [String] = []
        package var updated: [String] = []
        package var unchanged: [String] = []
        package var removed: [String] = []
        /// Files that the tool did not write and does not change.
        package var kept: [String] = []

        package init(created: [String] = [], unchanged: [String] = [], removed: [String] = []) {
            self.created = created
            self.unchanged = unchanged
            self.removed = removed
        }

        package var isEmpty: Bool { created.isEmpty && updated.isEmpty && removed.isEmpty }

        /// Adds a file of the tool.
        ///
        /// - Parameter isSame: Whether the folder's file has the same text; `nil` if the folder has no such file.
        package mutating func add(_ name: String, isSame: Bool?) {
            switch isSame {
            case nil: created.append(name)
            case true?: unchanged.append(name)
            case false?: updated.append(name)
            }
        }
    }

    // MARK: Reading

    /// The sorted names of the items in the folder. Empty if the folder does not exist; `nil` if it cannot be read.
    package func names() -> [String]? {
        guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return [] }
        return try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Whether an item with this name exists, readable or not.
    package func exists(_ name: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url(of: name).path)) != nil
    }

    /// The start of a regular file; `nil` for other items, and for a file that cannot be read.
    ///
    /// - Parameter count: The maximum number of bytes.
    package func start(of name: String, upTo count: Int) -> [UInt8]? {
        let path = url(of: name).path
        // Opening a pipe would block until another process writes into it.
        guard let status = FileStatus(path), status.isRegular, let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: min(count, status.size))
        let size = fread(&bytes, 1, bytes.count, file)
        return ferror(file) == 0 ? Array(bytes.prefix(size)) : nil
    }

    /// Whether a file has exactly this text.
    package func has(_ text: String, in name: String) -> Bool {
        FileManager.default.contents(atPath: url(of: name).path) == Data(text.utf8)
    }

    // MARK: Writing

    /// Applies the changes to the folder.
    ///
    /// - Parameter text: Returns the text of a file that is created or updated.
    package func apply(_ changes: Changes, text: (_ name: String) -> String?) throws(FileWriteError) {
        // Removes files first, because on some disks names that differ only in case are the same file.
        for name in changes.removed {
            try writing("\(path)/\(name)") { try FileManager.default.removeItem(at: url(of: name)) }
        }
        for name in changes.created + changes.updated { try write(text(name) ?? "", to: name) }
    }

    /// Writes one file, and creates its folder if needed.
    package func write(_ text: String, to name: String) throws(FileWriteError) {
        let folder = name.lastIndex(of: "/").map { "\(path)/\(name[..<$0])" } ?? path
        try writing(folder) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try writing("\(path)/\(name)") { try Data(text.utf8).write(to: url(of: name), options: .atomic) }
    }

    private func writing(_ path: String, _ change: () throws -> Void) throws(FileWriteError) {
        do {
            try change()
        } catch {
            throw FileWriteError(path: path, reason: reason(of: error))
        }
    }

    private func url(of name: String) -> URL {
        URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
    }
}

/// An error with its place and its message.
package protocol PlacedError: Error, CustomStringConvertible {
    /// The file of the error; `nil` if there is none, or if the message contains it.
    var file: String? { get }
    var line: Int? { get }
    var code: DiagnosticCode { get }
    var message: String { get }
}

extension PlacedError {
    package var file: String? { nil }
    package var line: Int? { nil }

    package var description: String {
        let place = [file, line?.description].compactMap { $0 }.joined(separator: ":")
        return (place.isEmpty ? "" : "\(place): ") + "error: \(message) [\(code.rawValue)]"
    }
}

/// A file or folder that cannot be written or removed.
package struct FileWriteError: PlacedError, Equatable {
    package let path: String
    package let reason: String

    package var code: DiagnosticCode { .unwritableFile }
    package var message: String { "\(path) cannot be written: \(reason)" }
}
