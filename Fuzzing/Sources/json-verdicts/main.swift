// Reads texts from the standard input, each after its length in four bytes, the lowest first. Writes a line for each:
// `y` and the value, `n` where it is refused, `s` where it is well-formed but has a number that no finite double holds,
// or `!` and what is wrong with the reader.

import Foundation
import JSONForms

let input = try FileHandle.standardInput.readToEnd() ?? Data()
var output: [UInt8] = []
var position = 0
while position + 4 <= input.count {
    let length = input[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    position += 4
    let text = input[position..<position + length]
    position += length
    do {
        switch try text.withUnsafeBytes({ try Verdict($0) }) {
        case .accepted(let value):
            output.append(UInt8(ascii: "y"))
            value.writeCanonical(to: &output)
        case .outOfRange: output.append(UInt8(ascii: "s"))
        case .refused: output.append(UInt8(ascii: "n"))
        }
    } catch {
        output += "!\(error)".replacingOccurrences(of: "\n", with: " ").utf8
    }
    output.append(UInt8(ascii: "\n"))
}
try FileHandle.standardOutput.write(contentsOf: output)
