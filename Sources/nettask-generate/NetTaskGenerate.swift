import NetTaskGenerator
import NetTaskSpec

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What NetTaskPlugin runs: `nettask generate --quiet --prune`, and nothing of `nettask` that a plugin has no use for, so that
/// whoever uses the plugin does not compile it.
///
/// Its arguments are the plugin's to give, not the user's: `ROOT OUTPUT SPEC…`, the folder from which specs are named, the
/// folder that the Swift files go to, and the specs.
@main
enum NetTaskGenerate {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count > 2, let root = arguments.first else {
            printError("Usage: nettask-generate ROOT OUTPUT SPEC...")
            exit(64)  // EX_USAGE of sysexits.h, as of nettask
        }
        let files = SpecFiles(Array(arguments.dropFirst(2)), root: root)
        guard let specs = files.read()?.specs else { exit(1) }
        do {
            let folder = OutputFolder(path: arguments.dropFirst().first ?? "")
            try Generation(of: specs, from: files, to: folder, prunes: true).write()
        } catch {
            printError("\(error)")
            exit(1)
        }
    }
}
