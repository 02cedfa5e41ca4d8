extension String {
    /// As much of its start as goes into the name of a file with room for an ending: file systems take 255 bytes.
    var cutForFileName: String {
        var result = Substring(self).unicodeScalars
        while result.reduce(0, { $0 + UTF8.width($1) }) > 100 { result.removeLast() }
        return String(Substring(result))
    }
}
