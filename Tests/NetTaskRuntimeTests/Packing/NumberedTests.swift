import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Lists, shapes and dictionaries with numbers")
struct NumberedTests {
    private struct Owner: ParameterPackable {
        var id: Int
        var tags: [String] = []

        func pack(into packer: inout ParameterPacker) {
            packer.add("Id", id)
            packer.add("Tag", tags, style: .comma)
        }
    }

    @Test("each element of a list has its number, from 1")
    func list() throws {
        // when
        let query = try packQuery {
            $0.add("tag", ["a b", "c"], style: .numbered)
            $0.add("none", [String](), style: .numbered)
            $0.add("after", [1, 2])
        }

        // then
        #expect(query == "tag.1=a%20b&tag.2=c&after=1&after=2")
        #expect(try packForm { $0.add("tag", ["a b", "c"], style: .numbered) } == "tag.1=a+b&tag.2=c")
    }

    @Test("a value in a list has its number before its own names")
    func nested() throws {
        // when
        let query = try packQuery {
            $0.add("o", [Owner(id: 1, tags: ["x", "y"]), Owner(id: 2)], style: .numbered)
            $0.add("m", [[1, 2], [], [3]], style: .numbered)
            $0.add("d", [["a": 1], ["b": 2, "c": 3]], style: .numbered)
            $0.add("last", 1)
        }

        // then
        let pairs = [
            "o.1.Id=1", "o.1.Tag.1=x", "o.1.Tag.2=y", "o.2.Id=2",
            "m.1.1=1", "m.1.2=2", "m.3.1=3",
            "d.1.1.Name=a", "d.1.1.Value=1", "d.2.1.Name=b", "d.2.1.Value=2", "d.2.2.Name=c", "d.2.2.Value=3",
            "last=1",
        ]
        #expect(query == pairs.joined(separator: "&"))
    }

    @Test("a shape has dots between the names, and a dictionary pairs of Name and Value, keys in sorted order")
    func shapesAndDictionaries() throws {
        // when
        let form = try packForm {
            $0.add("owner", Owner(id: 3, tags: ["x"]), style: .numbered)
            $0.add(
                escaping: "my attribute",
                ["b": JSONValue.null, "a": ["k": [1, 2]], "c d": "v&"],
                style: .numbered
            )
        }

        // then
        let pairs = [
            "owner.Id=3", "owner.Tag.1=x",
            "my+attribute.1.Name=a", "my+attribute.1.Value.1.Name=k", "my+attribute.1.Value.1.Value.1=1",
            "my+attribute.1.Value.1.Value.2=2",
            "my+attribute.2.Name=b",
            "my+attribute.3.Name=c+d", "my+attribute.3.Value=v%26",
        ]
        #expect(form == pairs.joined(separator: "&"))
    }

    @Test("the style of a param does not affect the next one")
    func afterwards() throws {
        // when
        let query = try packQuery {
            $0.add("a", [1], style: .numbered)
            $0.add("b", ["k": 1], style: .brackets)
            $0.add("c", [1], style: .brackets)
        }

        // then
        #expect(query == "a.1=1&b%5Bk%5D=1&c%5B%5D=1")
        let error = packError {
            $0.add("a", [1], style: .numbered)
            $0.add("b", [1, ["k": 1]] as JSONValue, style: .brackets)
        }
        #expect(error?.parameter == "b")
    }

    @Test("JSON has lists of its own")
    func json() throws {
        #expect(try packJSON { $0.add("a", [["k": [1]]], style: .numbered) } == #"{"a":[{"k":[1]}]}"#)
    }

    @Test("elsewhere numbers are rejected")
    func refused() {
        #expect(packError { $0.add("f", [1], style: .numbered, in: .header) }?.parameter == "f")
        #expect(packError { $0.add("f", [1], style: .numbered, in: .cookie) } != nil)
        #expect(packError(.post, .multipart) { $0.add("f", [1], style: .numbered) } != nil)
        #expect(packError(.post, .multipart) { $0.add("f", ["a": 1], style: .numbered) } != nil)
    }

    @Test("a value that cannot be sent is reported with the names around it")
    func failure() {
        let error = packError { $0.add("m", [["a": Double.infinity]], style: .numbered) }
        #expect(error?.parameter == "m.Value")
    }

    @Test("the values of a secret are recorded, without its numbers")
    func secret() throws {
        // when
        let message = try pack(.get) { packer in
            packer.add("keys", packer.keepSecret(["hunter 1", "hunter 2"]), style: .numbered)
        }

        // then
        #expect(message.query == "keys.1=hunter%201&keys.2=hunter%202")
        #expect(message.secrets == ["hunter 1", "hunter 2"])
    }

    @Test("they may be nested as deeply in a query as elsewhere")
    func depth() {
        for levels in [511, 512, 513] {
            let value = (0..<levels).reduce(1 as JSONValue) { value, _ in [value] }
            let error = packError { $0.add("f", value, style: .numbered) }
            #expect((error == nil) == (levels <= 512))
        }
    }
}
