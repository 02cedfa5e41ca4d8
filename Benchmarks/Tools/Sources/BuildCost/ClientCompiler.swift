import Foundation

/// Compiles the sources of a client, as SwiftPM does for a debug build, and nothing else.
struct ClientCompiler {
    /// `debug` in the build folder of a package whose runtime was built.
    let built: URL
    let settings: Settings

    func compile(_ sources: URL, module: String, log: String) throws -> Usage {
        let folder = settings.scratch.appendingPathComponent("compile-\(log)")
        try? FileManager.default.removeItem(at: folder)
        for name in ["index", "modules"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }.sorted()
            .map { sources.appendingPathComponent($0).path }
        return try settings.command(
            [
                settings.swift + "c", "-module-name", module, "-swift-version", "6", "-parse-as-library", "-c",
            ] + files + [
                "-emit-module", "-emit-module-path", "modules/\(module).swiftmodule", "-emit-dependencies",
                "-serialize-diagnostics", "-index-store-path", "index", "-enable-batch-mode", "-Onone",
                "-enable-testing", "-g", "-j\(ProcessInfo.processInfo.activeProcessorCount)",
                "-DSWIFT_PACKAGE", "-DDEBUG", "-module-cache-path", built.appendingPathComponent("ModuleCache").path,
                "-I", built.appendingPathComponent("Modules").path,
            ],
            log: "compile-\(log)",
            in: folder
        ).measure()
    }
}
