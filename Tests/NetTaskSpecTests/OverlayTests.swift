import Testing

@testable import NetTaskSpec

/// Specs that extend others; what is wrong with such a run is in the folders of `Fixtures/Bad`.
@Suite("Specs that extend others")
struct OverlayTests {
    private let imported = """
        client: Shop
        baseURL: https://shop.example.com
        shapes:
          Order:
            description: What was bought.
            fields: {id: Int, placedAt: {type: Date, format: unix}, note: String?}
          State: {enum: [open, in-progress]}
        endpoints:
          ListOrders:
            uri: orders
            headers: {X-Api: "1", X-Trace: full}
            params: {page: Int?, tags: "[String]?"}
            response: Order
            errors: {404: String, 5xx: Order}
          DeleteOrder: {method: DELETE, uri: "orders/{id}", params: {id: Int}}
        """

    /// Reads a run that must be right: the files with these lines, which are at these paths.
    private func read(
        _ files: KeyValuePairs<String, String>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Spec] {
        let sources = files.map { SpecReader.Source(path: "\($0).nettask.yaml", text: "nettask: 1\n\($1)\n") }
        let result = SpecReader.read(sources: sources)
        #expect(result.diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
        return result.specs
    }

    /// Reads a spec that extends ``imported``, which must be right.
    private func read(_ overlay: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Spec {
        let specs = try read(
            ["shop": "extends: imported/shop.nettask.yaml\n" + overlay, "imported/shop": imported],
            sourceLocation: sourceLocation
        )
        #expect(specs.count == 1, sourceLocation: sourceLocation)
        return try #require(specs.first, sourceLocation: sourceLocation)
    }

    private func endpoint(_ overlay: String) throws -> Endpoint {
        try #require(read("endpoints: {ListOrders: \(overlay)}").endpoints.first)
    }

    private func fields(_ overlay: String) throws -> [Field] {
        try #require(read("shapes: {Order: \(overlay)}").shapes.first?.fields)
    }

    @Test("have the content of these, with the client's name and the changes")
    func unchanged() throws {
        // when
        let spec = try read("")
        let alone = try read(["imported/shop": imported])[0]

        // then
        #expect(spec.client.swift == "Shop")
        #expect(spec.baseURL == "https://shop.example.com")
        #expect(spec.shapes.map(\.name.swift) == ["Order", "State"])
        #expect(spec.endpoints.map(\.uri) == alone.endpoints.map(\.uri))
        #expect(spec.endpoints.map(\.errors).map(\.count) == [2, 0])
    }

    @Test("add, replace and remove media types of a body")
    func bodies() throws {
        // given
        let base = "body: {text/csv: String, application/json: [Int], text/plain: String}"
        let own = "endpoints: {A: {body: {text/csv: Data, text/plain: null, image/png: Data}}}"

        // when
        let specs = try read([
            "a": "extends: b.nettask.yaml\n" + own, "b": "client: C\nendpoints: {A: {uri: a, method: PUT, \(base)}}",
        ])

        // then
        #expect(
            specs.first?.endpoints.first?.bodies.map { "\($0.mediaType): \($0.type)" } == [
                "text/csv: Data", "application/json: [Int]", "image/png: Data",
            ]
        )
    }

    @Test("are generated with what they extend, each from its own file")
    func files() throws {
        // when
        let spec = try read("endpoints: {GetOrder: {uri: order}}")

        // then
        #expect(
            spec.files == [
                Spec.File(path: "shop.nettask.yaml", number: 0, numbers: [0]),
                Spec.File(path: "imported/shop.nettask.yaml", number: 1, numbers: [1]),
            ]
        )
        #expect(spec.endpoints.map(\.name.place.file) == [1, 1, 0])
    }

    @Test("merge maps key by key, and append their own endpoints")
    func maps() throws {
        // when
        let spec = try read(
            """
            endpoints:
              ListOrders: {retry: {maxRetryCount: 3}, params: {limit: Int?}}
              GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order}
            """
        )

        // then
        #expect(spec.endpoints.map(\.name.swift) == ["ListOrders", "DeleteOrder", "GetOrder"])
        #expect(spec.endpoints[0].uri.written == "orders")
        #expect(spec.endpoints[0].retry?.maxRetryCount == 3)
        #expect(spec.endpoints[0].params.map(\.name.swift) == ["page", "tags", "limit"])
    }

    @Test("complete a transform with only one function by the function for the other direction")
    func transforms() throws {
        // when
        let specs = try read([
            "a": "extends: base.nettask.yaml\nshapes: {A: {fields: {a: {transform: {read: g}}}}}",
            "base": "client: C\nshapes: {A: {fields: {a: {type: Int, transform: f}}}}",
        ])

        // then
        let fields = try #require(specs.first?.shapes.first?.fields)
        #expect(fields.map(\.transform) == [["f"]])
        #expect(fields.map(\.readTransform) == [["g"]])
    }

    @Test("replace lists and single values")
    func values() throws {
        #expect(try endpoint("{uri: v2/orders}").uri.written == "v2/orders")
        #expect(try read("shapes: {State: {enum: [closed]}}").shapes[1].values?.map(\.name.swift) == ["closed"])
    }

    @Test("remove values by null")
    func null() throws {
        #expect(try endpoint("{headers: {X-Trace: null}}").headers.map(\.name) == ["X-Api"])
        #expect(try endpoint("{headers: ~}").headers.isEmpty)
        #expect(try endpoint("{params: {page: null}}").params.map(\.name.swift) == ["tags"])
        #expect(try endpoint("{errors: {404: null, 5xx: null}}").errors.isEmpty)
        #expect(try endpoint("{response: null}").response == .none)
    }

    @Test("remove inherited defaults by null: for an entry, those of its defining file")
    func nullOverDefaults() throws {
        // when
        let specs = try read([
            "shop": """
            extends: base.nettask.yaml
            defaults: {headers: {X-Client: app, X-Trace: short}, timeout: 5s}
            endpoints:
              List: {headers: {x-trace: null}, timeout: null}
              Get: {uri: order, headers: {X-Trace: null}}
            """,
            "base": """
            client: Shop
            defaults: {headers: {X-Api: "1", X-Trace: full}, timeout: 30s}
            endpoints: {List: {uri: a}, Drop: {uri: b}}
            """,
        ])

        // then
        let endpoints = try #require(specs.first).endpoints
        #expect(endpoints.map { $0.headers.map(\.name) } == [["X-Api"], ["X-Api", "X-Trace"], ["X-Client"]])
        #expect(endpoints.map(\.timeout) == [nil, .seconds(30), .seconds(5)])
    }

    @Test("change a group's content, and remove by null what its endpoints inherit")
    func groups() throws {
        // given
        let base = """
            client: A
            defaults: {timeout: 5s}
            groups:
              Tags:
                uri: tags
                headers: {X-Group: "1"}
                endpoints: {ListTags: {uri: all}, DropTags: {method: DELETE, uri: all}}
            """
        let overlay = """
            extends: base.nettask.yaml
            groups:
              Tags:
                timeout: null
                deadline: 9s
                endpoints:
                  ListTags: {headers: {X-Group: null}, deadline: null}
                  DropTags: {omit: true}
                  AddTags: {method: POST, uri: all}
            """

        // when
        let endpoints = try #require(read(["a": overlay, "base": base]).first).endpoints

        // then
        #expect(endpoints.map(\.name.swift) == ["ListTags", "AddTags"])
        #expect(endpoints.map { $0.headers.map(\.name) } == [[], ["X-Group"]])
        #expect(endpoints.map(\.timeout) == [nil, nil])
        #expect(endpoints.map(\.deadline) == [nil, .seconds(9)])
    }

    @Test("leave out entries by omit")
    func omit() throws {
        let spec = try read("endpoints: {DeleteOrder: {omit: true}}\nshapes: {State: {omit: true}}")
        #expect(spec.endpoints.map(\.name.swift) == ["ListOrders"])
        #expect(spec.shapes.map(\.name.swift) == ["Order"])
    }

    @Test("change one key of an entry in short or long form")
    func shortForms() throws {
        // when
        let described = try fields("{fields: {id: {description: Its number.}}}")
        let retyped = try fields("{fields: {placedAt: Date?}}")

        // then
        #expect(described[0].type == .scalar(.int))
        #expect(described[0].description == "Its number.")
        #expect(retyped[1].type == .optional(.scalar(.date)))
        #expect(retyped[1].format == .unix)
    }

    @Test("change one key of delivery in its short form")
    func shortDelivery() throws {
        // when
        let specs = try read([
            "a":
                "extends: base.nettask.yaml\nendpoints: {Put: {unique: {policy: cancelOld}, idempotencyKey: {quoted: true}}}",
            "base": """
            client: A
            endpoints: {Put: {method: POST, uri: a, params: {id: Int}, unique: [id], idempotencyKey: X-Key}}
            """,
        ])

        // then
        let changed = try #require(specs.first?.endpoints.first?.delivery)
        #expect(changed.uniqueness == Delivery.Uniqueness(identity: .params(["id"]), policy: .cancelOld))
        #expect(changed.idempotencyKey?.header == "X-Key")
        #expect(changed.idempotencyKey?.isQuoted == true)
    }

    @Test("change one key of a response that is a type, and replace one by status")
    func responses() throws {
        #expect(try endpoint("{response: {headers: {etag: String?}}}").responseHeaders.count == 1)
        guard case .statuses(let statuses) = try endpoint("{response: {200: Order, 202: none}}").response else {
            Issue.record("the response is not by status")
            return
        }
        #expect(statuses.map(\.status) == [.code(200), .code(202)])
    }

    @Test("name and remove cases of an enumeration that is a list, by their names in Swift")
    func enumerations() throws {
        let cases = try #require(read("shapes: {State: {enum: {inProgress: null, done: closed}}}").shapes[1].values)
        #expect(cases.map(\.name.swift) == ["open", "done"])
        #expect(cases.map(\.value) == [.string("open"), .string("closed")])
    }

    @Test("match the names of headers in any case")
    func headers() throws {
        let headers = try endpoint("{headers: {x-trace: short}}").headers
        #expect(headers.map(\.value) == ["1", "short"])
    }

    @Test("extend specs that extend others")
    func chain() throws {
        // when
        let specs = try read([
            "a": "extends: middle.nettask.yaml\nendpoints: {ListOrders: {timeout: 7s}}",
            "middle": "extends: imported/shop.nettask.yaml\nendpoints: {ListOrders: {timeout: 5s, deadline: 9s}}",
            "imported/shop": imported,
        ])

        // then
        #expect(specs.map { $0.files.map(\.number) } == [[0, 1, 2]])
        #expect(specs.first?.endpoints[0].timeout == .seconds(7))
        #expect(specs.first?.endpoints[0].deadline == .seconds(9))
    }

    @Test("extend several specs, and all that these extend, as one client")
    func several() throws {
        // when
        let specs = try read([
            "api": """
            extends:
              - a.nettask.yaml
              - b.nettask.yaml
            client: API
            baseURL: https://example.com
            endpoints: {Put: {timeout: 5s}}
            """,
            "a": "baseURL: https://a.example.com\nextends: [more.nettask.yaml]",
            "b": "baseURL: https://b.example.com\nendpoints: {Put: {uri: b, body: X}}",
            "more": "shapes: {X: {fields: {y: Int}}}",
        ])

        // then
        #expect(specs.map(\.client.swift) == ["API"])
        #expect(specs.first?.baseURL == "https://example.com")
        #expect(specs.first?.endpoints.map(\.timeout) == [.seconds(5)])
        #expect(specs.first?.shapes.count == 1)
    }

    @Test("change one spec in two ways, as two clients")
    func twice() throws {
        // when
        let specs = try read([
            "imported/shop": imported,
            "one": "extends: imported/shop.nettask.yaml\nclient: One",
            "two": "extends: imported/shop.nettask.yaml\nclient: Two\nendpoints: {DeleteOrder: {omit: true}}",
        ])

        // then
        #expect(specs.map(\.client.swift) == ["Shop", "One", "Two"])
        #expect(specs.map(\.endpoints.count) == [2, 2, 1])
        #expect(specs.map { $0.files.map(\.number) } == [[0], [0, 1], [0, 2]])
    }

    @Test("can remove values from a group that its endpoints do not need")
    func idleNulls() throws {
        // given
        let imported = """
            client: Shop
            groups:
              Carts: {deadline: 1m, params: {page: Int?}, endpoints: {GetCart: {uri: cart, deadline: null, params: {page: null}}}}
            """
        let overlay = "extends: imported/shop.nettask.yaml\ngroups: {Carts: {deadline: null, params: {page: null}}}"

        // when
        let specs = try read(["shop": overlay, "imported/shop": imported])

        // then
        #expect(specs.first?.endpoints.map(\.deadline) == [nil])
    }

    @Test("can change a param of one endpoint that it inherits from its group")
    func paramsOfGroups() throws {
        // given
        let imported = """
            client: Shop
            groups:
              Carts:
                uri: carts
                params: {page: Int, size: Int?}
                endpoints: {List: {uri: ""}, Find: {uri: find}}
            """
        let overlay = """
            extends: imported/shop.nettask.yaml
            groups: {Carts: {endpoints: {Find: {params: {page: {default: 1}, size: null}}}}}
            """

        // when
        let specs = try read(["shop": overlay, "imported/shop": imported])

        // then
        #expect(specs.first?.endpoints.map(\.params.count) == [2, 1])
        #expect(specs.first?.endpoints.last?.params.first?.type == .scalar(.int))
        #expect(specs.first?.endpoints.last?.params.first?.defaultValue == .integer(1))
    }

    @Test("replace a default as a whole, even if it is a map")
    func defaultsOfMaps() throws {
        // given
        let base = """
            client: Shop
            shapes:
              Order:
                fields: {tags: {type: "[String: Int]", default: {a: 1}}, data: {type: JSONValue, default: {a: 1, b: 2}}}
            """
        let overlay = """
            extends: base.nettask.yaml
            shapes: {Order: {fields: {tags: {default: {b: 2}}, data: {default: {a: null}}}}}
            """

        // when
        let specs = try read(["shop": overlay, "base": base])

        // then
        let defaults = specs.first?.shapes.first?.fields?.map(\.defaultValue)
        #expect(defaults == [.members([.init("b", .integer(2))]), .json(.map([.init("a", .null)]))])
    }

    @Test("can reach one spec by two paths, each with different changes")
    func twoWays() throws {
        // when
        let specs = try read([
            "shop": "extends: [one.nettask.yaml, two.nettask.yaml]",
            "one": """
            extends: imported/shop.nettask.yaml
            baseURL: https://one.example.com
            endpoints: {ListOrders: {timeout: 5s}, DeleteOrder: {omit: true}}
            """,
            "two": "extends: imported/shop.nettask.yaml\nshapes: {Order: {description: What is due.}}",
            "imported/shop": imported,
        ])

        // then
        let spec = try #require(specs.first)
        #expect(spec.baseURL == "https://one.example.com")
        #expect(spec.endpoints.map(\.name.swift) == ["ListOrders"])
        #expect(spec.endpoints.first?.timeout == .seconds(5))
        #expect(spec.shapes.first { $0.name.swift == "Order" }?.description == "What is due.")
    }

    @Test("have mistakes of the merged content reported at their place")
    func places() {
        // when
        let result = SpecReader.read(sources: [
            .init(
                path: "shop.nettask.yaml",
                text: "nettask: 1\nextends: imported/shop.nettask.yaml\nendpoints: {ListOrders: {params: {page: Itn}}}"
            ),
            .init(path: "imported/shop.nettask.yaml", text: "nettask: 1\n" + imported),
        ])

        // then
        #expect(result.diagnostics.map { "\($0.place)" } == ["shop.nettask.yaml:3:41"])
        #expect(result.specs.isEmpty)
    }
}
