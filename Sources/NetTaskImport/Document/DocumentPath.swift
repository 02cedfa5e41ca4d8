/// How one gets to a value from the root of its file.
indirect enum DocumentPath: Sendable {
    case root
    case step(DocumentPath, String)

    func appending(_ key: String) -> DocumentPath { .step(self, key) }

    var keys: [String] {
        switch self {
        case .root: []
        case .step(let parent, let key): parent.keys + [key]
        }
    }
}

extension DocumentPath: CustomStringConvertible {
    /// A JSON pointer as a fragment (RFC 6901, section 6, without its percent-encoding): `#/paths/~1pets/get`.
    var description: String {
        var text = "#"
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        guard case .step(let parent, let key) = self else { return }
        parent.write(to: &text)
        text += "/"
        var rest = Substring(key)
        while let sign = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
            text += rest[..<sign]
            text += rest.utf8[sign] == UInt8(ascii: "~") ? "~0" : "~1"
            rest = rest[rest.utf8.index(after: sign)...]
        }
        text += rest
    }
}
