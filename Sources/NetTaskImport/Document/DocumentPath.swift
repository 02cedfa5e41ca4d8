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
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            text += key
            return
        }
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
