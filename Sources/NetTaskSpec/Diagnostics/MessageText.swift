extension String {
    /// The text for quotes in messages: in backticks, on one line, shortened, and without invisible characters.
    package var quotedForMessage: String {
        isEmpty ? "an empty string" : "`\(visible(upTo: 60))`"
    }

    /// The text on one line, with escapes for invisible characters and characters that move the cursor, truncated with `…`.
    package func visible(upTo limit: Int) -> String {
        if utf8.count <= limit, isPrintableASCII { return self }
        var result = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            guard count < limit else { return result + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += scalar.escaped(asASCII: true)
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension [String] {
    /// "a, b or c", with any conjunction.
    func joined(lastBy word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }

    /// "`a`, `b` or `c`".
    var quotedChoice: String { map { "`\($0)`" }.joined(lastBy: "or") }
}

extension String {
    /// The maximum number of candidates to search for a correction.
    private static let candidateLimit = 1_000

    /// The candidate to suggest; `nil` if none is similar.
    package func closestMatch(among candidates: some Sequence<String>) -> String? {
        let word = Array(lowercased().unicodeScalars)
        guard !word.isEmpty, word.count <= 64 else { return nil }
        let allowed = max(1, word.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates.prefix(Self.candidateLimit) {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard abs(other.count - word.count) <= allowed else { continue }
            let distance = editDistance(word, other)
            guard distance <= allowed else { continue }
            if let found = best {
                guard (distance, candidate) < (found.distance, found.candidate) else { continue }
            }
            best = (candidate, distance)
        }
        return best?.candidate ?? uniqueCandidate(completing: candidates)
    }

    /// The only candidate with this prefix: `maxRetryCount` for `maxRetry`.
    private func uniqueCandidate(completing candidates: some Sequence<String>) -> String? {
        guard utf8.count >= 3 else { return nil }
        let found = candidates.filter { $0.hasPrefix(self) }
        return found.count == 1 ? found[0] : nil
    }
}

/// The number of insertions, deletions, substitutions and swaps of neighbors that convert `left` to `right`.
func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in 0..<left.count {
        var current = [i + 1]
        for j in 0..<right.count {
            let substitution = previous[j] + (left[i] == right[j] ? 0 : 1)
            var cost = min(substitution, previous[j + 1] + 1, current[j] + 1)
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                cost = min(cost, beforePrevious[j - 1] + 1)
            }
            current.append(cost)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}

extension BinaryInteger {
    /// The number in lowercase, padded with zeros to this number of digits.
    package func hexadecimal(digits: Int) -> String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
