import Report
import Testing

@Suite struct TextTableTests {
    @Test("Figures stand below the title of their concern, in the order of the concerns, in columns")
    func table() {
        #expect(
            TextTable.text(of: Sample.figures) == """
                subject       NetTask     peer                ratio  target          
                """.trimmed + """


                    JSON
                    parse <many>  4.00 ms  48.0 ms  Decoder & Co    12×  -

                    THE QUEUE
                    memory          320 B        -                    -  at most 400 B   met

                    REQUESTS OVER ASYNC-HTTP-CLIENT
                    request       50.0 us  40.0 us  alone         0.80×  at least 0.91×  not met

                    BUILDING
                    cold build     40.0 s    200 s  generator        5×  at least 5×     met

                    """
        )
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
