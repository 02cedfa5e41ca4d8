/// What a whole file is like, apart from what it says.
struct TextForm: Equatable {
    var hasByteOrderMark = false
    var breaksLinesAsWindows = false
    var endsInLineBreak = true
    /// Whether lines end in no other way.
    var isPlain = true

    /// The text without a byte order mark, with lines that end in a line feed.
    static func split(_ text: String) -> (String, TextForm) {
        var form = TextForm()
        var bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            form.hasByteOrderMark = true
            bytes.removeFirst(3)
        }
        let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var feeds = 0
        var pairs = 0
        for index in bytes.indices {
            if bytes[index] == feed {
                feeds += 1
                if index > 0, bytes[index - 1] == carriage { pairs += 1 }
            } else if bytes[index] == carriage, index + 1 == bytes.count || bytes[index + 1] != feed {
                form.isPlain = false
            }
        }
        if form.isPlain, pairs > 0, pairs == feeds {
            form.breaksLinesAsWindows = true
            bytes.removeAll { $0 == carriage }
        }
        if form.isPlain, bytes.last != feed {
            form.endsInLineBreak = false
            bytes.append(feed)
        }
        return (String(decoding: bytes, as: UTF8.self), form)
    }

    func applied(to text: String) -> String {
        var bytes: [UInt8] = hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n"), breaksLinesAsWindows { bytes.append(UInt8(ascii: "\r")) }
            bytes.append(byte)
        }
        if !endsInLineBreak, bytes.last == UInt8(ascii: "\n") { bytes.removeLast(breaksLinesAsWindows ? 2 : 1) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
