import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Shapes and dictionaries with brackets")
struct BracketsTests {
    @Test("values of every kind have the names around them, keys in sorted order")
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

    @Test("each key is used unchanged")
    func keys() throws {
        #expect(
            try packForm { $0.add("f", ["a": "1 2", "b": "3", "c": "4"], style: .brackets) }
                == "f%5Ba%5D=1+2&f%5Bb%5D=3&f%5Bc%5D=4"
        )
    }

    @Test("an empty name is a valid name")
    func emptyName() throws {
        #expect(try packQuery { $0.add(escaping: "", ["a": 1], style: .brackets) } == "%5Ba%5D=1")
    }

    @Test("they may be nested as deeply in a query as elsewhere, regardless of the body")
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

    @Test("in a list, each has its number, from 0, and a nested list as well")
    func lists() throws {
        // given
        let item = ["price": "a b", "tax": "c"]
        let nested = ["items": [["price": "d"], [:], ["price": "e"]]]

        // then
        let form = try packForm {
            $0.add("items", [item, ["price": "d"]], style: .brackets)
            $0.add("order", nested, style: .brackets)
            $0.add("rows", [[1, 2], [], [3]], style: .brackets)
            $0.add("none", [[String: String]](), style: .brackets)
            $0.add("after", [1, 2], style: .brackets)
        }
        let pairs = [
            "items%5B0%5D%5Bprice%5D=a+b", "items%5B0%5D%5Btax%5D=c", "items%5B1%5D%5Bprice%5D=d",
            "order%5Bitems%5D%5B0%5D%5Bprice%5D=d", "order%5Bitems%5D%5B2%5D%5Bprice%5D=e",
            "rows%5B0%5D%5B%5D=1", "rows%5B0%5D%5B%5D=2", "rows%5B2%5D%5B%5D=3",
            "after%5B%5D=1", "after%5B%5D=2",
        ]
        #expect(form == pairs.joined(separator: "&"))
    }

    @Test("a list of single values has no numbers, anywhere")
    func listOfSingles() throws {
        // given
        let items: JSONValue = [["tags": ["a", "b"], "id": 1], ["tags": ["c"]]]

        // then
        let query = try packQuery { $0.add("i", items, style: .brackets) }
        let pairs = [
            "i%5B0%5D%5Bid%5D=1", "i%5B0%5D%5Btags%5D%5B%5D=a", "i%5B0%5D%5Btags%5D%5B%5D=b",
            "i%5B1%5D%5Btags%5D%5B%5D=c",
        ]
        #expect(query == pairs.joined(separator: "&"))
    }

    @Test(
        "a list with two kinds of names is rejected",
        arguments: [[1, ["a": 1]], [["a": 1], 1], [1, [2]]] as [JSONValue]
    )
    func mixedList(list: JSONValue) {
        #expect(packError { $0.add("f", list, style: .brackets) }?.parameter == "f")
        #expect(packError { $0.add("f", ["b": list], style: .brackets) }?.parameter == "f")
    }

    @Test("elsewhere and without the style they are rejected")
    func refused() {
        let dictionary = ["a": 1]
        #expect(packError { $0.add("f", dictionary, style: .comma) }?.parameter == "f")
        #expect(packError { $0.add("f", dictionary, style: .brackets, in: .header) } != nil)
        #expect(packError { $0.add("f", dictionary, style: .brackets, in: .cookie) } != nil)
        #expect(packError(.post, .multipart) { $0.add("f", dictionary, style: .brackets) } != nil)
        #expect(packError { $0.add("f", [dictionary], style: .comma) } != nil)
        #expect(packError(.post, .multipart) { $0.add("f", [dictionary], style: .brackets) } != nil)
    }

    @Test("a name that no cookie can have is rejected", arguments: ["", "a b", "a=b", "a;b", "ü", "a\r\nb"])
    func cookieNames(name: String) {
        #expect(packError { $0.add(escaping: name, 1, in: .cookie) }?.parameter == name)
    }
}
