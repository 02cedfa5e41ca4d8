import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Shapes and dictionaries with brackets")
struct BracketsTests {
    @Test("values of every kind have the names of what they are in, keys in sorted order")
    func values() throws {
        // given
        let filter: [String: JSONValue] = ["b": 3, "a": [1, 2], "c": ["e": true, "d": nil], "": "x y"]

        // then
        let query = try packQuery {
            $0.add("f", filter, style: .brackets)
            $0.add("after", 1)
        }
        let names = "f%5B%5D=x%20y&f%5Ba%5D%5B%5D=1&f%5Ba%5D%5B%5D=2&f%5Bb%5D=3&f%5Bc%5D%5Be%5D=true&after=1"
        #expect(query == names)
    }

    @Test("each key stands for itself")
    func keys() throws {
        #expect(
            try packForm { $0.add("f", ["a": "1 2", "b": "3", "c": "4"], style: .brackets) }
                == "f%5Ba%5D=1+2&f%5Bb%5D=3&f%5Bc%5D=4"
        )
    }

    @Test("a name with nothing in it is one all the same")
    func emptyName() throws {
        #expect(try packQuery { $0.add(escaping: "", ["a": 1], style: .brackets) } == "%5Ba%5D=1")
    }

    @Test("they may be as deep in a query as anywhere, whatever stands in the body")
    func depth() throws {
        // given
        func nested(_ levels: Int) -> JSONValue { (0..<levels).reduce(1) { value, _ in ["a": value] } }

        // then
        for levels in [511, 512, 513] {
            let error = packError(.post, .json) {
                $0.add("x", 1)
                $0.add("f", nested(levels), style: .brackets, in: .query)
            }
            #expect((error == nil) == (levels <= 512))
        }
    }

    @Test("elsewhere, without the style, and in a list they are refused")
    func refused() {
        let dictionary = ["a": 1]
        #expect(packError { $0.add("f", dictionary, style: .comma) }?.parameter == "f")
        #expect(packError { $0.add("f", dictionary, style: .brackets, in: .header) } != nil)
        #expect(packError { $0.add("f", dictionary, style: .brackets, in: .cookie) } != nil)
        #expect(packError(.post, .multipart) { $0.add("f", dictionary, style: .brackets) } != nil)
        #expect(packError { $0.add("f", [dictionary], style: .brackets) } != nil)
        #expect(packError { $0.add("f", ["b": [dictionary]], style: .brackets) } != nil)
    }

    @Test("a name that no cookie can have is refused", arguments: ["", "a b", "a=b", "a;b", "ü", "a\r\nb"])
    func cookieNames(name: String) {
        #expect(packError { $0.add(escaping: name, 1, in: .cookie) }?.parameter == name)
    }
}
