/// Where the words of a camel-cased name begin: `userId` is `user` and `Id`, `URLString` is `URL` and `String`.
enum WordBoundaries {
    /// Whether a word begins with the capital at `index`, other than the first of the name.
    ///
    /// That is so after a small letter or a digit, and at the last capital of a run that goes on in small letters
    /// (`HTTPServer`), but not where those are only the plural of the run (`userIDs`).
    static func isBoundary(at index: Int, in name: [Unicode.Scalar]) -> Bool {
        guard index > 0, name[index].isCapital else { return false }
        let previous = name[index - 1]
        if previous.isSmallLetter || previous.isDigit { return true }
        guard previous.isCapital, index + 1 < name.count, name[index + 1].isSmallLetter else { return false }
        let isPlural = name[index + 1] == "s" && (index + 2 == name.count || !name[index + 2].isSmallLetter)
        return !isPlural
    }
}

extension Unicode.Scalar {
    var isCapital: Bool {
        isASCII ? ("A"..."Z").contains(self) : properties.isUppercase
    }

    var isSmallLetter: Bool {
        isASCII ? ("a"..."z").contains(self) : properties.isAlphabetic && !properties.isUppercase
    }

    var isDigit: Bool {
        isASCII ? ("0"..."9").contains(self) : properties.generalCategory == .decimalNumber
    }
}
