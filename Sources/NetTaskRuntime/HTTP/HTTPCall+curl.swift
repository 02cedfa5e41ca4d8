import Foundation
import HTTPTypes

extension HTTPCall {
    /// A command for a shell that sends the same request, with a mark in place of each secret; to reproduce what went
    /// wrong.
    ///
    ///     curl 'https://api.example.com/posts' -X POST -H 'Content-Type: application/json' --data-raw '{"title":"t"}'
    ///
    /// A body that is a file is sent from that file. What cannot be shown (bytes that are no text, streams, forms with
    /// files) is said in a comment.
    public var curl: String {
        let redaction = redaction
        var words = ["curl", Self.quoted(url)]
        if request.method == .head {
            words.append("--head")
        } else if request.method != .get || body != nil {
            words += ["-X", Self.quoted(request.method.rawValue)]
        }
        for field in request.headerFields {
            words += ["-H", Self.quoted("\(field.name): \(redaction.value(of: field))")]
        }
        if let url = body?.fileURL {
            words += ["--data-binary", Self.quoted("@\(url.path)")]
        } else if let data = body?.data {
            if let text = textIfUTF8(data), !text.utf8.contains(0) {
                words += ["--data-raw", Self.quoted(redaction.text(text))]
            } else {
                words.append("# and a body of \(data.count) bytes")
            }
        } else if body != nil {
            words.append("# and a body that is not in memory")
        }
        return words.joined(separator: " ")
    }

    /// In single quotes, in which a shell leaves all alone but the quote itself.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            .map(String.init).joined(separator: #"'\''"#) + "'"
    }
}
