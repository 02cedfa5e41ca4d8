import NetTaskSpec
import NetTaskTesting

/// Endpoints of all kinds, made at random as a spec has them.
struct RandomSpec {
    private var random: SeededRandom

    /// A spec without errors.
    static func spec(client: String, count: Int, seed: UInt64) -> Spec? {
        var maker = RandomSpec(random: SeededRandom(seed: seed))
        let shapes = maker.shapes()
        var endpoints: [String] = []
        while endpoints.count < count {
            let endpoint = maker.endpoint("E\(endpoints.count)")
            // What the rules of specs forbid is made anew.
            if read("Try", shapes, [endpoint]) != nil { endpoints.append(endpoint) }
        }
        return read(client, shapes, endpoints)
    }

    private static func read(_ client: String, _ shapes: String, _ endpoints: [String]) -> Spec? {
        let text = """
            nettask: 1
            client: \(client)
            baseURL: http://localhost/v1
            shapes:
            \(shapes)
            \(endpoints.isEmpty ? "" : "endpoints:\n")\(endpoints.map { "  \($0)\n" }.joined())
            """
        let result = SpecReader.read(sources: [SpecReader.Source(path: "\(client).nettask.yaml", text: text)])
        return result.diagnostics.contains { $0.severity == .error } ? nil : result.specs.first
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    // MARK: Shapes

    private static let fixed = """
          Color: {enum: [red, green, none]}
          Level: {enum: {low: 1, high: 2}}
          Size: {enum: [small, large], closed: true}
          Cat: {fields: {name: String, lives: Int?}}
          Dog: {fields: {kind: String?, breed: {type: String, wireName: "the breed"}}}
          Pet: {oneOf: [Cat, Dog], discriminator: kind}
          Closed: {oneOf: {cat: Cat, dog: Dog}, discriminator: kind, closed: true}
          Mix: {oneOf: {count: Int, text: String, pets: "[Pet]", cat: Cat}}
          Either: {oneOf: {level: Level, flag: Bool, color: Color, names: "[String]"}}
          Gap: {oneOf: {cat: Cat, pets: "[Pet]", map: "[String: Either]", text: String}}
          Near: {oneOf: {cat: Cat, dog: Dog, map: "[String: Int]"}, choose: closest}
          Tree: {fields: {value: Int, next: Tree?, trees: {type: [Tree], default: []}}}
        """
    private static let shapeNames = [
        "Color", "Level", "Size", "Cat", "Dog", "Pet", "Closed", "Mix", "Either", "Gap", "Near",
        "Tree",
    ]
    private static let scalars = [
        "Int", "Int8", "UInt64", "Double", "Float", "Decimal", "Bool", "String", "Date", "URL", "UUID", "Data",
    ]
    private static let objects = ["Cat", "Tree"] + (0..<8).map { "S\($0)" }

    private mutating func shapes() -> String {
        var lines = Self.fixed
        var index = 0
        while index < 8 {
            let names = Self.shapeNames + (0..<index).map { "S\($0)" }
            let fields = (0...below(6)).map {
                "f\($0)\(pick(["", "Name", "URL"])): \(field(any(names, 0), isShape: true))"
            }
            let shape =
                "\n  S\(index): {fields: {\(fields.joined(separator: ", "))}\(chance(30) ? ", separator: keep" : "")}"
            if Self.read("Try", lines + shape, []) == nil { continue }
            lines += shape
            index += 1
        }
        return lines
    }

    /// Any type that JSON can hold.
    private mutating func any(_ names: [String], _ depth: Int) -> String {
        switch below(depth > 1 ? 6 : 10) {
        case 0...3: pick(Self.scalars + ["JSONValue"])
        case 4...5: pick(names)
        case 6...7: "[\(any(names, depth + 1))\(chance(20) ? "?" : "")]"
        default: "[String: \(any(names, depth + 1))]"
        }
    }

    private mutating func field(_ type: String, isShape: Bool = false, more: [String] = []) -> String {
        var keys = more
        let isOptional = chance(35)
        if type.contains("Date"), chance(60) {
            let formats = [
                "unix", "milliseconds", "date", "http", "iso8601Milliseconds", "iso8601Microseconds",
                "microseconds", "sql", "rfc2822", "basic",
            ]
            keys.append("format: \(pick(formats))")
        } else if type == "Data", chance(40) {
            keys.append("format: base64url")
        } else if ["Int", "Decimal", "Double"].contains(type), isShape, chance(20) {
            keys.append("format: string")
        }
        switch below(12) {
        case 0 where isShape: keys.append("nullable: true")
        case 1: keys.append("secret: true")
        case 2: keys.append("wireName: \"a [name]\\\"\(below(9))\"")
        case 3 where isShape: keys.append("only: \(pick(["request", "response"]))")
        case 4 where isShape: keys.append("from: outer.\(pick(["a", "b", "c.d"])).x\(below(99))")
        case 5 where !isOptional:
            let value = ["Int": "7", "String": "some text", "Bool": "true", "Double": "0.5", "Color": "none"][type]
            if let value { keys.append("default: \(value)") }
        case 6 where !isShape: keys.append("ignored: true")
        default: break
        }
        return "{type: \"\(type)\(isOptional ? "?" : "")\"\(keys.map { ", \($0)" }.joined())}"
    }

    // MARK: Endpoints

    private mutating func endpoint(_ name: String) -> String {
        let method = pick(["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD"])
        let hasBody = ["POST", "PUT", "PATCH"].contains(method)
        let encoding = pick(["form", "json", "json", "multipart"])
        let isWhole = hasBody && chance(25)
        var keys = ["method: \(method)", "encoding: \(encoding)"]
        var params: [String] = []
        var uri = "e/\(name.lowercased())"
        for variable in ["id", "kind"].prefix(below(3)) {
            uri += pick(["/", "/x-"]) + "{\(variable)}"
            params.append("\(variable): {type: \(pick(["Int", "String", "Color", "UUID", "Date"]))}")
        }
        if chance(10) {
            uri += "/{+path}"
            params.append("path: String")
        }
        keys.append("uri: \"\(uri)\(chance(15) ? "?fixed=1" : "")\"")
        for index in 0..<below(6) {
            params.append("p\(index)\(pick(["", "Name"])): \(param(encoding, hasBody && !isWhole))")
        }
        if isWhole {
            let bodies = ["[S1]", "[String: Int]", "String", "Data", "File", "Pet", "Mix", "S2?", "JSONValue", "Near"]
            if chance(30) {
                let mark = chance(30) ? "?" : ""
                let types = ["application/json: S2", "text/csv: String", "image/png: Data", "application/pdf: File"]
                keys.append("body: {\(types.map { $0 + mark }.joined(separator: ", "))}")
            } else {
                keys.append("body: \"\(pick(Self.objects + bodies))\"")
                if chance(20) { keys.append("contentType: application/x-own") }
            }
        } else if chance(25) {
            keys.append("requestObject: \(pick(Self.objects))")
            if chance(50) { params.append("value: {type: \"\(pick(["Int", "String"]))?\"}") }
            if chance(50) { params.append("name: \"\(pick(["String", "Int"]))?\"") }
        }
        if !params.isEmpty { keys.append("params: {\(params.joined(separator: ", "))}") }
        if chance(20) { keys.append("constants: {own: \(pick(["1", "0.5", "true", "text", "\"7\""])), \"a b\": x}") }
        if chance(20) { keys.append("headers: {X-Own: \(pick(["a", "b c"])), Accept: text/plain}") }
        if chance(20) { keys.append("separator: \(pick(["hyphen", "dot", "keep", "pascal", "camel"]))") }
        if chance(15) { keys.append("idempotencyKey: Idempotency-Key") }
        keys.append("response: \(response())")
        if chance(40) { keys.append("errors: \(errors())") }
        return "\(name): {\(keys.joined(separator: ", "))}"
    }

    private mutating func param(_ encoding: String, _ hasBody: Bool) -> String {
        let place = chance(25) ? pick(["query", "header", "cookie"]) : nil
        let single = chance(70) ? pick(Self.scalars) : pick(["Color", "Level", "Size", "Either"])
        var more = place.map { ["in: \($0)"] } ?? []
        if place == nil, hasBody, encoding == "json" {
            return field(any(Self.shapeNames + Self.objects, 0), more: more)
        }
        if place == nil, hasBody, encoding == "multipart", chance(30) {
            return field(pick(["File", "[File]"]), more: more)
        }
        switch below(5) {
        case 0, 1:
            more.append("style: \(pick(["repeat", "comma", "space", "pipe", "brackets", "numbered"]))")
            return field("[\(single)]", more: more)
        case 2 where place != "header" && place != "cookie" && encoding != "multipart":
            more.append("style: \(pick(["brackets", "numbered"]))")
            return field(pick(Self.objects + ["[String: Int]", "[S1]", "[Gap]", "Gap", "[[Int]]"]), more: more)
        default: return field(single, more: more)
        }
    }

    private mutating func response() -> String {
        let type = any(Self.shapeNames + Self.objects, 0)
        switch below(10) {
        case 0: return "none"
        case 1 where chance(40):
            return "{application/json: \"\(type)\", text/csv: String, application/own+json: [Int], image/*: Data}"
        case 1: return pick(["String", "String?", "Data", "Data?", "File"])
        case 2: return "{type: \"\(type)\", from: data.\(pick(["a", "items"]))}"
        case 3:
            return
                "{fields: {a: \(field(type, isShape: true)), b: {type: \"[Int]?\", from: outer.b}, c: \(field("Pet", isShape: true))}}"
        case 4:
            return
                "{type: \"\(type)\", headers: {etag: String?, count: {type: Int, wireName: X-Count}, tags: \"[Color]?\", at: Date?}}"
        case 5:
            return
                "{200: \"\(type)\", 202: {type: Cat, headers: {location: URL, retryAfter: Int?}}, 204: none, 2xx: String}"
        default: return "\"\(type)\(chance(20) ? "?" : "")\""
        }
    }

    private mutating func errors() -> String {
        switch below(4) {
        case 0: "{default: Cat}"
        case 1: "{404: Dog, 4xx: Cat, default: String}"
        case 2: "{404: Cat, 500: Cat}"
        default: "{429: {type: Cat, headers: {retryAfter: Int?, reset: {type: Date?, format: unix}}}, default: Data}"
        }
    }
}
