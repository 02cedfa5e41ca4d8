import Foundation
import NetTaskAsyncHTTPClient
import NetTaskRuntime

/// Sends tasks of all kinds to httpbin over each transport, and compares the requests that it reports with the tasks.
///
///     httpbin-check URL OTHER-URL [TRANSPORT]
@main
struct HTTPBinCheck {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else {
            print("usage: httpbin-check URL OTHER-URL [TRANSPORT]")
            exit(2)
        }
        var (passed, failed) = (0, 0)
        for subject in subjects(arguments[1], arguments[2]) where arguments.count < 4 || subject.name == arguments[3] {
            var checks = Checks(subject)
            await checks.all()
            passed += checks.report.passed
            failed += checks.report.failed
        }
        print("\(passed) passed, \(failed) failed")
        exit(failed == 0 && passed > 0 ? 0 : 1)
    }

    private static func subjects(_ url: String, _ otherURL: String) -> [Subject] {
        #if canImport(FoundationNetworking)
            let sendsBodyWithGet = false
        #else
            let sendsBodyWithGet = true
        #endif
        return [
            Subject(
                name: "URLSession",
                transport: URLSessionTransport(),
                url: url,
                otherURL: otherURL,
                sendsBodyWithGet: sendsBodyWithGet,
                sendsChunks: false
            ),
            Subject(
                name: "AsyncHTTPClient",
                transport: AsyncHTTPClientTransport(),
                url: url,
                otherURL: otherURL,
                sendsBodyWithGet: true,
                sendsChunks: true
            ),
        ]
    }
}
