import Foundation

/// Names and values that are known to cause faults.
package enum Hostile {
    package static let texts = [
        "", " ", "+", " + ", "%", "%20", "%2B", "%zz", "&", "=", "a=b&c=d", "&&==", "/", "a/../b", "?", "#", "?a#b",
        ";",
        "a;b=\"c\"", "\"", "\"\"", "\"\u{301}", "'", "<>", "[]", "[0]", "{}", "\\n", "a,b", ",", "|", "a|b", "~-._",
        "a b ", "\t",
        "\r\n", "\r", "\n", "a\r\nb", "\r\n--", "\r\n\r\n", "--", "\u{0}", "a\u{0}b", "\u{1}", "\u{1F}", "\u{7F}",
        "\u{80}", "\u{85}", "\u{A0}", "é", "e\u{301}", "ß", "Ünïcödé", "€", "日本語", "العربية", "עברית", "ไทย", "देवनागरी",
        "😀", "👩‍👩‍👧‍👦", "🇩🇪", "\u{200B}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FEFF}a", "\u{FFFD}",
        "\u{FFFF}", "\u{10FFFF}", "null", "true", "0", "-0", "1e5", "NaN", "constructor", "__proto__", "name",
        "filename",
        "a.txt", "../../etc/passwd", "C:\\a\\b.txt", "UTF-8''a", "=?utf-8?q?a?=",
    ]

    package static let values: [Value] =
        texts.map { .string($0) }
        + [
            .bool(true), .bool(false), .int(.max), .int(.min), .int(0), .int8(.max), .int8(.min), .int16(.max),
            .int16(.min), .int32(.max), .int32(.min), .int64(.max), .int64(.min), .uint(.max), .uint8(.max),
            .uint16(.max), .uint32(.max), .uint64(.max), .uint64(1 << 63), .uint64(1 << 53 + 1),
            .double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude),
            .double(.leastNormalMagnitude), .double(0), .double(-0.0), .double(0.1), .double(1e21), .double(1e22),
            .double(1.0.nextUp), .double(.infinity), .double(.nan), .float(.greatestFiniteMagnitude),
            .float(.leastNonzeroMagnitude), .float(-0.0), .float(0.1), .float(16_777_216), .float(.nan),
            .decimal(.greatestFiniteMagnitude), .decimal(.leastNonzeroMagnitude),
            .decimal(Decimal(sign: .minus, exponent: -20, significand: 123)), .decimal(.nan),
        ]
        + ["http://h/a?b=c&d=%20+#e", "mailto:a+b@c", "a/b"].compactMap(URL.init(string:)).map { .url($0) }
        + [Data(), Data([0]), Data(0...255), Data("\r\n--".utf8)].map { .data($0) }
        + [-62_135_596_800, -1, -0.001, 0, 0.5, 1_700_000_000.123, 253_402_300_799.999, 253_402_300_800].map {
            .date(Date(timeIntervalSince1970: $0))
        }
}
