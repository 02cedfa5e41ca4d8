public import Foundation
import HTTPTypes

/// What is said about one HTTP task when it is added to a queue.
enum HTTPCallOption: Sendable {
    case headers([String: String])
    case baseURL(String)
    case timeouts(HTTPTimeouts)
    case destination(URL)
}

extension NetTaskOption {
    /// Headers of this task's requests; they win over those of the task and of the queue. A name or a value that cannot
    /// be a header's ends the task with a ``TransportError`` of the kind `invalidRequest`, and nothing is sent.
    public static func headers(_ headers: [String: String]) -> NetTaskOption {
        .forHandler(HTTPCallOption.headers(headers))
    }

    /// Takes the place of the base URL that the queue or the task's client has.
    public static func baseURL(_ url: String) -> NetTaskOption {
        .forHandler(HTTPCallOption.baseURL(url))
    }

    /// Takes the place of the time-outs of the queue's ``HTTPConfiguration``.
    public static func timeouts(_ timeouts: HTTPTimeouts) -> NetTaskOption {
        .forHandler(HTTPCallOption.timeouts(timeouts))
    }

    /// Where the file lands that a task with a ``File`` as response downloads; by default a temporary one. A file that is
    /// there is replaced once the download is complete, and not before. Other tasks, and replies that the task does not
    /// accept, are not affected.
    public static func download(to url: URL) -> NetTaskOption {
        .forHandler(HTTPCallOption.destination(url))
    }
}

extension HTTPCallOption: CustomStringConvertible, CustomReflectable {
    /// Tells no values, which may be credentials.
    var description: String {
        switch self {
        case .headers(let headers): "headers \(headers.keys.sorted().joined(separator: ", "))"
        case .baseURL: "baseURL"
        case .timeouts(let timeouts): "\(timeouts)"
        case .destination(let url): "download to \(url.lastPathComponent)"
        }
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

/// All HTTP options of one task, settled; later ones win over earlier ones.
struct HTTPCallOptions {
    private var headers: [String: String] = [:]
    private(set) var baseURL: String?
    private(set) var timeouts: HTTPTimeouts?
    private(set) var destination: URL?

    init(_ options: [any Sendable]) {
        for case let option as HTTPCallOption in options {
            switch option {
            case .headers(let more): headers.merge(more) { $1 }
            case .baseURL(let url): baseURL = url
            case .timeouts(let timeouts): self.timeouts = timeouts
            case .destination(let url): destination = url
            }
        }
    }

    /// - Throws: ``TransportError`` of the kind `invalidRequest` if one of them cannot be a header.
    func merged(into fields: HTTPFields) throws(TransportError) -> HTTPFields {
        var fields = fields
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            guard let fieldName = HTTPField.Name(name) else {
                throw TransportError(
                    .invalidRequest,
                    reason: "\"\(excerpt(of: name.utf8))\" cannot be the name of a header"
                )
            }
            if let reason = HeaderSink.refusal(of: value) {
                throw TransportError(.invalidRequest, reason: "the header \(name): \(reason)")
            }
            fields[fieldName] = value
        }
        return fields
    }

    func names(_ name: HTTPField.Name) -> Bool {
        headers.keys.contains { $0.lowercased() == name.canonicalName }
    }
}
