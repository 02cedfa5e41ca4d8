extension String {
    /// The number of columns of a line on a terminal. Wide characters have two, and escape sequences none.
    package var displayWidth: Int {
        utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? utf8.count : pieces.reduce(0) { $0 + $1.width }
    }

    /// The part of a line that has room, with `…` for the rest. All escape sequences are kept, so that every style ends.
    package func cut(toWidth limit: Int) -> String {
        if displayWidth <= limit { return self }
        var result = ""
        var room = max(0, limit - 1)
        var isCut = false
        for piece in pieces {
            if piece.isEscape {
                result += piece.text
            } else if !isCut, piece.width <= room {
                result += piece.text
                room -= piece.width
            } else if !isCut {
                isCut = true
                if limit > 0 { result += "…" }
            }
        }
        return result
    }

    /// The characters and the escape sequences, each as a whole.
    private var pieces: [(text: Substring, width: Int, isEscape: Bool)] {
        var pieces: [(text: Substring, width: Int, isEscape: Bool)] = []
        var start = startIndex
        while start < endIndex {
            var end = index(after: start)
            let isEscape = self[start] == "\u{1B}" && end < endIndex && self[end] == "["
            if isEscape {
                // An escape sequence ends with the letter of its function.
                end = self[index(after: end)...].firstIndex { ("@"..."~").contains($0) }.map(index(after:)) ?? endIndex
            }
            pieces.append((self[start..<end], isEscape ? 0 : self[start].displayWidth, isEscape))
            start = end
        }
        return pieces
    }
}

extension Character {
    /// The number of columns: 0, 1 or 2.
    package var displayWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        if scalar.value < 0x1100 { return unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
        if scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        return Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The ranges that Unicode's table East Asian Width calls wide or full width, joined where possible.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
    ]
}
