import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskMocks
import Testing

/// What the mock remembers.
@Suite struct MemoryTests {
    private static let shop = """
        nettask: 1
        client: Shop
        baseURL: https://shop.example/v1
        defaults: {encoding: json}
        shapes:
          Order:
            fields:
              id: Int
              item: String
              state: {type: State, default: open}
              note: String?
          State: {enum: [open, paid]}
        endpoints:
          ListOrders: {uri: orders, params: {state: State?}, response: [Order]}
          CreateOrder:
            method: POST
            uri: orders
            params: {item: String, note: String?}
            response: {201: Order}
          GetOrder: {uri: "orders/{id}", params: {id: Int}, response: Order, errors: {404: Problem}}
          ReplaceOrder: {method: PUT, uri: "orders/{id}", params: {id: Int, item: String}, response: Order}
          ChangeOrder: {method: PATCH, uri: "orders/{id}", params: {id: Int, item: String?, state: State?}, response: Order}
          DeleteOrder: {method: DELETE, uri: "orders/{id}", params: {id: Int}}
          PayOrder: {method: POST, uri: "orders/{id}/payment", params: {id: Int}, response: Order}
        """ + "\n"

    private static let spec = shop.replacing(
        "  State: {enum",
        with: "  Problem: {fields: {message: String}}\n  State: {enum"
    )

    @Test func getAfterPostFindsTheThing() throws {
        // Given a mock of a shop.
        let shop = try mock(Self.spec)
        // When an order is created.
        let created = shop.send("POST", "/v1/orders", ["item": "book"])
        // Then it has a new id and the values of the request, and can be read.
        #expect(created.status == 201)
        #expect(try created.json["id"] == 6)
        #expect(created.headers[.location] == "/v1/orders/6")
        let found = shop.get("/v1/orders/6")
        #expect(found.status == 200)
        #expect(try found.json == created.json)
        #expect(try found.json["item"] == "book")
    }

    @Test func beginsWithFiveThings() throws {
        let shop = try mock(Self.spec)
        let ids = try shop.get("/v1/orders").json.arrayValue?.compactMap { $0["id"]?.intValue }
        #expect(ids == [1, 2, 3, 4, 5])
        #expect(try shop.get("/v1/orders/3").json["id"] == 3)
    }

    @Test func putAndPatchChangeTheThing() throws {
        let shop = try mock(Self.spec)
        // When an order is changed in part.
        let note = try shop.get("/v1/orders/2").json["note"]
        #expect(shop.send("PATCH", "/v1/orders/2", ["state": "paid"]).status == 200)
        // Then the rest stays.
        let changed = try shop.get("/v1/orders/2").json
        #expect(changed["state"] == "paid")
        #expect(changed["note"] == note)
        // When it is replaced.
        #expect(shop.send("PUT", "/v1/orders/2", ["item": "pen"]).status == 200)
        #expect(try shop.get("/v1/orders/2").json["item"] == "pen")
    }

    @Test func deleteRemovesTheThing() throws {
        let shop = try mock(Self.spec)
        #expect(shop.answer(MockRequest("DELETE", "/v1/orders/2")).status == 204)
        // Then it cannot be read or removed, and the list lacks it.
        let missing = shop.get("/v1/orders/2")
        #expect(missing.status == 404)
        #expect(try missing.json["message"]?.stringValue?.contains("no id 2") == true)
        #expect(shop.answer(MockRequest("DELETE", "/v1/orders/2")).status == 404)
        let ids = try shop.get("/v1/orders").json.arrayValue?.compactMap { $0["id"]?.intValue }
        #expect(ids == [1, 3, 4, 5])
    }

    @Test func listsContainOnlyTheRequestedThings() throws {
        let shop = try mock(Self.spec)
        for id in 1...5 { _ = shop.send("PATCH", "/v1/orders/\(id)", ["state": id == 4 ? "paid" : "open"]) }
        let ids = try shop.get("/v1/orders?state=paid").json.arrayValue?.compactMap { $0["id"]?.intValue }
        #expect(ids == [4])
    }

    @Test func actionsAnswerWithTheThing() throws {
        let shop = try mock(Self.spec)
        _ = shop.send("PATCH", "/v1/orders/2", ["item": "lamp"])
        #expect(try shop.answer(MockRequest("POST", "/v1/orders/2/payment")).json["item"] == "lamp")
        #expect(shop.answer(MockRequest("POST", "/v1/orders/99/payment")).status == 404)
    }

    @Test func resetForgetsAll() throws {
        let shop = try mock(Self.spec)
        _ = shop.send("POST", "/v1/orders", ["item": "book"])
        shop.reset()
        #expect(shop.get("/v1/orders/6").status == 404)
    }

    @Test func statelessMockForgets() throws {
        let shop = try mock(Self.spec, MockOptions(isStateless: true))
        _ = shop.answer(MockRequest("DELETE", "/v1/orders/2"))
        #expect(shop.get("/v1/orders/2").status == 200)
        #expect(shop.resources.isEmpty)
    }

    @Test func sameSeedMakesTheSameReplies() throws {
        let first = try mock(Self.spec).get("/v1/orders").text
        #expect(try mock(Self.spec).get("/v1/orders").text == first)
        #expect(try mock(Self.spec, MockOptions(seed: 7)).get("/v1/orders").text != first)
    }

    @Test func collectionsOfDifferentParentsAreSeparate() throws {
        // Given comments that belong to posts.
        let blog = try mock(
            """
            nettask: 1
            client: Blog
            defaults: {encoding: json}
            shapes:
              Comment: {fields: {id: Int, postId: Int, text: String}}
            endpoints:
              ListComments: {uri: "posts/{postId}/comments", params: {postId: Int}, response: [Comment]}
              AddComment:
                method: POST
                uri: posts/{postId}/comments
                params: {postId: Int, text: String}
                response: Comment
              GetComment: {uri: "posts/{postId}/comments/{id}", params: {postId: Int, id: Int}, response: Comment}
            """
        )
        // When a comment is added to one post.
        let added = try blog.send("POST", "/posts/7/comments", ["text": "Hi"]).json
        // Then it names its post, and the other post does not have it.
        #expect(added["post_id"] == 7)
        #expect(try blog.get("/posts/7/comments/6").json["text"] == "Hi")
        #expect(blog.get("/posts/8/comments/6").status == 404)
    }

    @Test func onlyThingOfAPathCanBeChanged() throws {
        let mock = try mock(
            """
            nettask: 1
            client: Home
            defaults: {encoding: json}
            shapes:
              Settings: {fields: {name: String, theme: String}}
            endpoints:
              GetSettings: {uri: settings, response: Settings}
              SaveSettings: {method: PUT, uri: settings, body: Settings, response: Settings}
            """
        )
        #expect(mock.send("PUT", "/settings", ["name": "Ada", "theme": "dark"]).status == 200)
        #expect(try mock.get("/settings").json == ["name": "Ada", "theme": "dark"])
    }

    @Test func otherListsAndPutsOfACollectionUseItsThings() throws {
        // Given a collection with a second list, and a PUT without an id in its path.
        let mock = try mock(
            """
            nettask: 1
            client: Zoo
            defaults: {encoding: json}
            shapes:
              Pet: {fields: {id: Int, name: String, status: String}}
            endpoints:
              FindPets: {uri: pets/find, params: {status: String}, response: [Pet]}
              SavePet: {method: PUT, uri: pets, body: Pet, response: Pet}
              GetPet: {uri: "pets/{petId}", params: {petId: Int}, response: Pet}
              DeletePet: {method: DELETE, uri: "pets/{petId}", params: {petId: Int}}
            """
        )
        // When a pet is saved.
        #expect(mock.send("PUT", "/pets", ["id": 42, "name": "Rex", "status": "sold"]).status == 200)
        // Then both the path and the list find it.
        #expect(try mock.get("/pets/42").json["name"] == "Rex")
        #expect(try mock.get("/pets/find?status=sold").json == [["id": 42, "name": "Rex", "status": "sold"]])
    }

    @Test func idsOfRequestsCanHaveAnyValue() throws {
        // Given a thing with the greatest id.
        let mock = try mock(
            """
            nettask: 1
            client: Zoo
            defaults: {encoding: json}
            shapes:
              Pet: {fields: {id: Int?, name: String, owner: String?, home: Home?}}
              Home: {fields: {city: String?, street: String}}
            endpoints:
              AddPet: {method: POST, uri: pets, body: Pet, response: Pet}
              GetPet: {uri: "pets/{id}", params: {id: Int}, response: Pet}
            """
        )
        #expect(mock.send("POST", "/pets", ["id": 9_223_372_036_854_775_807, "name": "Rex"]).status == 200)
        // Then the next thing has a small id, and a null removes a value.
        let next = try mock.send("POST", "/pets", ["name": "Tom", "owner": nil]).json
        #expect(next["id"] == 6)
        #expect(next.objectValue?["owner"] == nil)
        let nested = try mock.send("POST", "/pets", ["name": "Ida", "home": ["city": nil, "street": "Main"]]).json
        #expect(nested["home"] == ["street": "Main"])
    }

    @Test func thingsThatNoRequestListsExist() throws {
        // Given things that are read and removed, but not listed.
        let mock = try mock(
            """
            nettask: 1
            client: Hub
            defaults: {encoding: json}
            shapes:
              Repo: {fields: {id: Int, name: String, fullName: String}}
            endpoints:
              GetRepo: {uri: "repos/{owner}/{repo}", params: {owner: String, repo: String}, response: Repo}
              DeleteRepo: {method: DELETE, uri: "repos/{owner}/{repo}", params: {owner: String, repo: String}}
            """
        )
        // When a thing is read, it has the values of the path. When it is removed, it is gone.
        #expect(try mock.get("/repos/apple/swift").json["name"] == "swift")
        #expect(mock.answer(MockRequest("DELETE", "/repos/apple/swift")).status == 204)
        #expect(mock.get("/repos/apple/swift").status == 404)
        #expect(mock.get("/repos/apple/swift-nio").status == 200)
    }

    @Test func repliesOfOtherTypesDoNotHaveTheThing() throws {
        // Given an endpoint of a thing that replies with something else.
        let mock = try mock(
            """
            nettask: 1
            client: Hub
            defaults: {encoding: json}
            shapes:
              Repo: {fields: {name: String, stars: Int}}
            endpoints:
              ListRepos: {uri: repos, response: [Repo]}
              GetRepo: {uri: "repos/{name}", params: {name: String}, response: Repo}
              GetSettings: {uri: "repos/{name}/settings", params: {name: String}, response: JSONValue}
            """
        )
        let name = try #require(try mock.get("/repos").json[0]?["name"]?.stringValue)
        let path = "/repos/\(name.replacing(" ", with: "%20"))"
        #expect(try mock.get(path).json["stars"] != nil)
        #expect(try mock.get(path + "/settings").json["stars"] == nil)
    }
}
