/// The sent articles, which are the same in each run.
package enum Articles {
    package static func make(_ count: Int) -> [Blog.Article] {
        var random = SeededGenerator(seed: 4)
        return (1...count).map { number in
            Blog.Article(
                title: random.text(of: Words.plain, characters: 30...50),
                slug: "article-\(number)",
                body: random.text(of: Words.plain, characters: 200...300),
                author: Blog.Author(name: "Ada Winter", email: "ada@example.com", isVerified: !random.oneIn(4)),
                tags: (0..<3).map { _ in random.element(of: Words.plain) },
                sections: (0..<3).map { _ in
                    Blog.Section(
                        heading: random.text(of: Words.plain, characters: 15...25),
                        text: random.text(of: Words.plain, characters: 60...90),
                        wordCount: Int.random(in: 10...900, using: &random)
                    )
                },
                rating: Double(Int.random(in: 0...5_000, using: &random)) / 1_000,
                isPublished: random.oneIn(2),
                viewCount: Int.random(in: 0...1_000_000, using: &random),
                summary: random.oneIn(2) ? nil : random.text(of: Words.plain, characters: 40...60)
            )
        }
    }
}
