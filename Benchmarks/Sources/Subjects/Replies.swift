package import Foundation

/// Bodies of replies, the same in every run.
package enum Replies {
    /// Posts, with their fields in the order of the spec or in reverse. One post in `parents` has a parent; the others have
    /// null or no member for it.
    package static func posts(
        count: Int = 10_000,
        reversed: Bool = false,
        parents: Int = 2,
        withNull: Bool = true
    ) -> Data {
        array(postTexts(count: count, reversed: reversed, parents: parents, withNull: withNull))
    }

    /// The same as server-sent events.
    package static func postEvents(count: Int = 10_000) -> Data {
        let posts = postTexts(count: count, reversed: false, parents: 2, withNull: true)
        return Data(posts.map { "data: \($0)\n\n" }.joined().utf8)
    }

    private static func postTexts(count: Int, reversed: Bool, parents: Int, withNull: Bool) -> [String] {
        var random = SeededGenerator(seed: 1)
        return (1...count).map { id in
            var fields = [
                #""id":\#(id)"#,
                #""user_id":\#(Int.random(in: 1...2_000, using: &random))"#,
                #""title":"\#(random.text(of: Words.plain, characters: 32...44))""#,
                #""body":"\#(random.text(of: Words.plain, characters: 78...104))""#,
            ]
            if random.oneIn(parents) {
                fields.append(#""parent_id":\#(Int.random(in: 1...10_000, using: &random))"#)
            } else if withNull {
                fields.append(#""parent_id":null"#)
            }
            let tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in "\"\(random.element(of: Words.plain))\"" }
            fields.append(#""tags":[\#(tags.joined(separator: ","))]"#)
            fields.append(#""score":\#(Double(Int.random(in: 0...100_000, using: &random)) / 1_000)"#)
            return "{\((reversed ? fields.reversed() : fields).joined(separator: ","))}"
        }
    }

    /// One post, of 300 bytes.
    package static var post: Data {
        Data(
            (#"{"id":4711,"user_id":1042,"title":"The long road from the harbour to the town","#
                + #""body":"They walked through the rain without a word, over the stone bridge and along the river, "#
                + #"until the first light of the morning was on the water.","#
                + #""parent_id":14700,"tags":["walking","rain","morning"],"score":87.125}"#).utf8
        )
    }

    /// Notes, with an escape after every word.
    package static func escapedNotes(count: Int = 2_000) -> Data {
        var random = SeededGenerator(seed: 2)
        return notes(count) { _ in
            (0..<30).map { _ in random.element(of: Words.plain) + random.element(of: Words.escapes) }.joined()
        }
    }

    /// Notes in several scripts, as UTF-8.
    package static func multiByteNotes(count: Int = 2_000) -> Data {
        var random = SeededGenerator(seed: 3)
        return notes(count) { _ in random.text(of: Words.multiByte, characters: 80...120) }
    }

    private static func notes(_ count: Int, _ text: (Int) -> String) -> Data {
        array((1...count).map { #"{"id":\#($0),"text":"\#(text($0))"}"# })
    }

    private static func array(_ elements: [String]) -> Data {
        Data("[\(elements.joined(separator: ","))]".utf8)
    }
}
