import NetTaskGenerator
import NetTaskSpec

/// The tool of the plugins: `nettask generate --prune`. It omits the other features of `nettask`, so that projects with a
/// plugin do not compile them.
///
/// NetTaskPlugin passes ``Arguments``, which are not for users. The user's templates are in the folder `Templates` of the
/// root. NetTaskCommand passes ``FolderArguments``.
@main
enum NetTaskGenerate {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--folder" {
            guard let arguments = FolderArguments(Array(CommandLine.arguments.dropFirst(2))) else {
                printError(FolderArguments.usage)
                exit(64)
            }
            generate(arguments)
            return
        }
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
            printError(Arguments.usage)
            exit(64)  // EX_USAGE of sysexits.h, as of nettask
        }
        let files = SpecFiles(arguments.specs, root: arguments.root)
        guard let result = files.read(module: arguments.module, modules: arguments.modules) else { exit(1) }
        let resolved = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        let known = Set((arguments.specs + arguments.outside).map(resolved))
        for path in result.paths where !known.contains(resolved(path)) {
            fail(
                path,
                "that a spec extends this file; write the path behind `extends:` as it is, without escapes or anchors"
            )
        }
        for spec in result.specs where spec.hasMocks {
            let path = spec.files.first { $0.number == spec.number }?.path ?? ""
            if !arguments.mocks.contains(path) {
                fail(path, "that this spec has mocks; write `mocks: true` at the beginning of a line")
            }
        }
        do {
            let folder = OutputFolder(path: arguments.output)
            let partCount = { arguments.partCounts[$0] ?? 1 }
            let options = Generator.Options(templates: try Templates(besideSpecsIn: arguments.root))
            try Generation(
                of: result.specs,
                leftOut: result.leftOut,
                from: files,
                by: Generator(options: options),
                to: folder,
                partCount: partCount,
                hasMocks: arguments.mocks.contains,
                prunes: true
            ).write()
        } catch {
            printError("\(error)".visible(upTo: .max))
            exit(1)
        }
    }

    /// Ends the process, because the plugin has found something else in a spec.
    private static func fail(_ path: String, _ unknown: String) -> Never {
        printError(
            """
            \(path.visible(upTo: .max)):1:1: error: the build plugin does not know \(unknown) \
            [\(DiagnosticCode.invalidFilePath.rawValue)]
            """
        )
        exit(1)
    }

    /// Writes the code for all specs in a folder, and reports the changes.
    private static func generate(_ arguments: FolderArguments) {
        let files = SpecFiles([arguments.folder], root: arguments.folder)
        guard let specs = files.read(module: arguments.module)?.specs else { exit(1) }
        do {
            let templates = try arguments.templates.map { try Templates(in: $0) } ?? .builtIn
            let options = Generator.Options(
                access: arguments.access,
                isSplit: arguments.isSplit,
                templates: templates
            )
            let generation = try Generation(
                of: specs,
                from: files,
                by: Generator(options: options),
                to: OutputFolder(path: arguments.output),
                partCount: { _ in arguments.partCount },
                prunes: true
            )
            if !arguments.isCheck { try generation.write() }
            let changes = generation.changes
            let would = arguments.isCheck ? "would be " : ""
            for (verb, names) in [
                ("created", changes.created), ("updated", changes.updated), ("removed", changes.removed),
            ] {
                for name in names {
                    print("\(would)\(verb): \("\(arguments.output)/\(name)".visible(upTo: .max))")
                }
            }
            if arguments.isCheck, !changes.isEmpty { exit(1) }
        } catch {
            printError("\(error)".visible(upTo: .max))
            exit(1)
        }
    }
}
