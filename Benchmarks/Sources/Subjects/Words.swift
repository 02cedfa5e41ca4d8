enum Words {
    static let plain = [
        "a", "about", "after", "all", "and", "before", "bridge", "by", "carry", "city", "cold", "early", "every", "far",
        "first", "for", "from", "garden", "green", "harbour", "house", "in", "it", "its", "late", "light", "long",
        "morning",
        "near", "night", "no", "of", "on", "one", "over", "paper", "quiet", "rain,", "river", "road", "said", "sea.",
        "small",
        "some", "stone", "summer", "that", "the", "their", "then", "they", "through", "to", "town", "two", "under",
        "very",
        "walk", "was", "water", "were", "what", "when", "where", "which", "who", "wind;", "with", "without", "years",
    ]

    /// The words in JSON.
    static let escapes = [#"\n"#, #"\""#, #"\\"#, #"\/"#, #"\t"#, #"\u00e9"#, #"\u4e2d"#, #"\ud83d\ude00"#]

    static let multiByte = [
        "вода", "город", "дорога", "ночь", "под", "река", "свет", "утро", "через",
        "中文", "城市", "夜晚", "早上", "河流", "道路", "ひかり", "みち", "강물", "아침",
        "🌊", "🌙", "🏠", "🚲", "👍🏽", "naïve", "über", "déjà",
    ]
}
