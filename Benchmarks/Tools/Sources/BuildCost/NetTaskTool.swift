import Foundation

/// A release build of `nettask`.
struct NetTaskTool {
    private let executable: URL
    private let settings: Settings

    /// Builds the tool if it is missing.
    init(_ settings: Settings) throws {
        self.settings = settings
        let build = settings.checkout.appendingPathComponent("Benchmarks/.build/nettask")
        try settings.command(
            [
                settings.swift, "build", "--configuration", "release", "--product", "nettask",
                "--package-path", settings.checkout.path, "--scratch-path", build.path,
            ],
            log: "nettask"
        ).run()
        executable = build.appendingPathComponent("release/nettask")
    }

    func command(_ arguments: [String], log: String) -> Command {
        var command = settings.command([executable.path] + arguments, log: log)
        // A separate folder, so that it can be emptied.
        command.environment["XDG_CACHE_HOME"] = cache.path
        return command
    }

    var cache: URL { settings.scratch.appendingPathComponent("cache") }

    /// Imports into an empty folder.
    func importing(_ document: Document, into specs: URL) throws -> Command {
        try? FileManager.default.removeItem(at: specs)
        return command(
            ["import", document.file.path, "--output", specs.path, "--quiet"],
            log: "import-\(document.name)"
        )
    }

    /// Generates into an empty folder, without results of earlier runs.
    /// - Parameter partCount: The number of files that each spec is spread over; nil for one file each.
    func generating(from specs: URL, into sources: URL, partCount: Int? = nil) throws -> Command {
        try? FileManager.default.removeItem(at: sources)
        try? FileManager.default.removeItem(at: cache)
        let parts = partCount.map { ["--parts", "\($0)"] } ?? []
        return command(
            ["generate", specs.path, "--output", sources.path, "--access", "public", "--quiet"] + parts,
            log: "generate"
        )
    }
}
