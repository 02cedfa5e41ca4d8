import Foundation
import HTTPTypes

/// Answers one request from the memory.
struct MockWork {
    let checked: CheckedRequest
    let request: MockRequest
    /// The path of the request, relative to the base URL.
    let path: String
    let resource: MockResource
    let action: MockAction
    let replies: MockReplies

    /// The number of things in a collection that the mock has not seen before.
    private static let firstCount = 5

    func answer(_ memory: inout MockMemory) -> MockAnswer {
        let place = place
        return memory.update(place.collection, first: { firstThings(place.collection) }) { things in
            answer(&things, place)
        }
    }

    /// The path of the collection, and the id of the thing.
    private var place: (collection: String, id: String) {
        var segments = PathTemplate.segments(of: path[...]).map { $0.removingPercentEncoding ?? $0 }
        if resource.variable == nil { return (segments.joined(separator: "/"), "") }
        if case .other(let count) = action { segments = Array(segments.prefix(count)) }
        switch action {
        case .list(let count): return (segments.prefix(count).joined(separator: "/"), "")
        case .create, .store: return (segments.joined(separator: "/"), "")
        default: break
        }
        let id = segments.popLast() ?? ""
        return (segments.joined(separator: "/"), id)
    }

    private func answer(_ things: inout MockMemory.Collection, _ place: (collection: String, id: String)) -> MockAnswer
    {
        if !resource.isListed, action.isAboutOneThing, things.things[place.id] == nil,
            !things.removed.contains(place.id)
        {
            things.insert(made(place.collection, place.id), place.id)
        }
        let known = things.things[place.id]
        switch action {
        case .list:
            return listed(things)
        case .create, .store:
            return create(&things, place.collection)
        case .replace:
            let thing = changed(known ?? made(place.collection, place.id))
            things.insert(thing, place.id)
            let isNew = known == nil
            return replied(thing, isNew ? .created : .changed, note: isNew ? "created" : "replaced")
        case .read, .change, .remove, .other:
            guard let known else { return missing(things, place.id) }
            if action == .read { return replied(known) }
            if action == .remove {
                _ = things.remove(place.id)
                return replied(known, .removed, note: "removed")
            }
            if case .other = action { return replied(known) }
            let thing = changed(known)
            things.insert(thing, place.id)
            return replied(thing, .changed, note: "changed")
        }
    }

    private func missing(_ things: MockMemory.Collection, _ id: String) -> MockAnswer {
        let known = things.ids.prefix(5).joined(separator: ", ")
        let hint = resource.variable == nil ? "" : known.isEmpty ? " There are none." : " There are \(known)."
        let name = resource.variable.map { "\($0) \(id.prefix(60))" } ?? "/\(path)"
        return replies.failure(404, checked.endpoint, detail: "The mock has no \(name).\(hint)")
    }

    // MARK: Things

    /// The things of a collection at first: their ids are 1 to 5, if ids are whole numbers.
    private func firstThings(_ collection: String) -> MockMemory.Collection {
        var things = MockMemory.Collection()
        guard resource.variable != nil else {
            things.insert(made(collection, ""), "")
            return things
        }
        if !resource.isListed { return things }
        for number in 1...Self.firstCount {
            let id = newID(things, collection, number)
            things.insert(made(collection, id), id)
        }
        return things
    }

    /// A made thing with an id.
    private func made(_ collection: String, _ id: String) -> JSONValue {
        var thing = replies.value(of: resource.type, named: resource.variable ?? "", key: "\(collection)/\(id)")
        set(id, in: &thing)
        for (name, text) in checked.path where name != resource.variable {
            guard let field = member(plain: name.plainName) else { continue }
            put(replies.form.value(text, as: field.type), as: field, in: &thing)
        }
        return thing
    }

    private func set(_ id: String, in thing: inout JSONValue) {
        guard let name = resource.idMember, let field = members.first(where: { $0.name == name }) else { return }
        put(replies.form.value(id, as: field.type), as: field, in: &thing)
    }

    private func put(_ value: JSONValue, as field: MockMember, in thing: inout JSONValue) {
        let value = replies.form.withoutNulls(value, field.type)
        guard replies.checker.problems(in: value, as: field.type, at: "", in: .response).isEmpty else { return }
        thing.set(value, at: [field.name])
    }

    private var members: [MockMember] {
        guard case .object(let fields, _) = replies.form.unwrapped(resource.type) else { return [] }
        return replies.form.flattened(fields)
    }

    private func member(plain name: String) -> MockMember? {
        members.first { $0.name.plainName == name && $0.only != .request }
    }

    /// An id that no thing has.
    private func newID(_ things: MockMemory.Collection, _ collection: String, _ number: Int) -> String {
        let field = members.first { $0.name == resource.idMember }
        let type = field.map { replies.form.unwrapped($0.type) } ?? variableType
        if case .integer = type {
            var id = things.lastNumber + 1
            let made = replies.value(of: type, named: "id", key: "\(collection) \(number)")
            // A constraint can exclude small ids.
            if !replies.checker.problems(inText: String(id), as: type, at: "", isSecret: false).isEmpty {
                id = made.intValue ?? id
            }
            return String(id)
        }
        for attempt in 0..<100 {
            let key = "\(collection) \(number) \(things.ids.count) \(attempt)"
            let value = replies.value(of: type, named: resource.idMember ?? "id", key: key)
            if let id = TypedForm.text(of: value), !id.isEmpty, things.things[id] == nil, !id.contains("/") {
                return id
            }
        }
        return "\(number)-\(things.ids.count)"
    }

    private var variableType: MockType {
        let param = checked.endpoint.params.first { $0.location == .path && $0.name == resource.variable }
        return param.map { replies.form.unwrapped($0.type) } ?? .integer(MockConstraints(), isQuoted: false)
    }

    // MARK: Changes

    private func create(_ things: inout MockMemory.Collection, _ collection: String) -> MockAnswer {
        let given = resource.idMember.flatMap { content?[$0] }.flatMap(TypedForm.text)
        let id = given ?? newID(things, collection, things.ids.count + 1)
        var thing = changed(things.things[id] ?? made(collection, id))
        if given == nil { set(id, in: &thing) }
        let isNew = things.things[id] == nil
        let note = "\(action == .store ? "stored" : "created") \(id.prefix(60))"
        things.insert(thing, id)
        var answer = replied(thing, isNew ? .created : .changed, note: note)
        if answer.status == 201, answer.headers[.location] == nil {
            answer.headers[.location] = request.target.prefix { $0 != "?" } + "/" + id.pathEscaped
        }
        return answer
    }

    /// The members of the body that describe the thing. A body can wrap it: `{"order": {…}}`.
    private var content: JSONValue? {
        guard case .object(let given)? = checked.body else { return nil }
        if given.count == 1, let (name, value) = given.first, case .object = value,
            !members.contains(where: { $0.name == name })
        {
            return value
        }
        return checked.body
    }

    /// The thing with the members of the body that fit its type. A null removes a value that may be missing.
    private func changed(_ thing: JSONValue) -> JSONValue {
        guard case .object(let given)? = content else { return thing }
        var thing = thing
        for field in members where field.only != .request {
            guard let value = given[field.name] else { continue }
            if value.isNull, !field.isRequired {
                thing.set(nil, at: [field.name])
                continue
            }
            if field.name == resource.idMember, action != .create, action != .store { continue }
            put(value, as: field, in: &thing)
        }
        return thing
    }

    // MARK: Replies

    /// The reply with a thing, in the form of the endpoint.
    private func replied(_ thing: JSONValue, _ kind: MockChange.Kind? = nil, note: String = "") -> MockAnswer {
        var answer = answer(with: thing)
        answer.note = note
        answer.change = kind.map { MockChange(kind: $0, type: resource.type, thing: thing) }
        return answer
    }

    private func answer(with thing: JSONValue) -> MockAnswer {
        guard let reply = success else { return MockAnswer(204) }
        let key = "\(checked.endpoint.name) \(path)"
        guard let body = reply.body, RequestCheck.essence(body.mediaType).hasSuffix("json") else {
            return replies.answer(reply, checked.endpoint, key: key)
        }
        let made = replies.value(of: body.type, named: checked.endpoint.name, key: key)
        let value = overlaid(made, body.type, thing)
        return replies.answer(reply, checked.endpoint, key: key, json: value)
    }

    private var success: MockReply? {
        // A created thing has its own status, if the spec states one.
        let successes = checked.endpoint.replies.filter { !$0.isError }
        let created = action == .create ? successes.first { $0.statuses == 201...201 } : nil
        return created ?? replies.success(checked)
    }

    /// A made value with the members of a thing, wherever the type has the thing: directly, or in a member.
    private func overlaid(_ made: JSONValue, _ type: MockType, _ thing: JSONValue) -> JSONValue {
        guard case .object(let fields, _) = replies.form.unwrapped(type), case .object(let parts) = thing else {
            return isTypeOfThing(type) ? thing : made
        }
        let visible = replies.form.flattened(fields).filter { $0.only != .request }
        let names = Set(visible.map(\.name))
        let hasID = resource.idMember.map(names.contains) ?? false
        if let first = resource.wrapping.first, !hasID, let field = visible.first(where: { $0.name == first }) {
            var value = made
            value.set(overlaid(made[first] ?? .null, field.type, thing), at: [first])
            return value
        }
        guard hasID || isTypeOfThing(type), case .object(var members) = made else { return made }
        for field in visible {
            if let value = parts[field.name] {
                let isValid = replies.checker.problems(in: value, as: field.type, at: "", in: .response).isEmpty
                if isValid { members[field.name] = value }
            } else if !field.isRequired {
                members.removeValue(forKey: field.name)
            }
        }
        return .object(members)
    }

    /// Whether a reply has the type of the things itself.
    private func isTypeOfThing(_ type: MockType) -> Bool {
        switch (type, resource.type) {
        case (.nullable(let inner), _): isTypeOfThing(inner)
        case (.shape(let name), .shape(let other)): name == other
        // Types that are described in place are those of one endpoint.
        case (.object, .object): resource.idMember == nil && action.isAboutOneThing
        default: false
        }
    }

    // MARK: Lists

    private func listed(_ things: MockMemory.Collection) -> MockAnswer {
        guard let reply = replies.success(checked) else { return MockAnswer(204) }
        let key = "\(checked.endpoint.name) \(path)"
        let paths = checked.endpoint.pages.map(\.items).flatMap { $0.isEmpty ? nil : $0 }
        guard let body = reply.body, let listPath = paths ?? MockResources.listPath(in: body.type, replies.form),
            case .list(let element, _)? = replies.form.type(at: listPath, of: body.type).map(replies.form.unwrapped)
        else { return replies.answer(reply, checked.endpoint, key: key) }
        let all = things.ids.compactMap { id in things.things[id].map { (id, $0) } }.filter { isRequested($0.1) }
        let page = MockPage(checked, request.target, count: all.count)
        let items = all[page.range].map { id, thing in
            let made = replies.value(of: element, named: "item", key: "\(key) \(id)")
            return overlaid(made, element, thing)
        }
        var value = replies.value(of: body.type, named: checked.endpoint.name, key: key)
        if listPath.isEmpty { value = .array(items) } else { value.set(.array(items), at: listPath[...]) }
        page.finish(&value, body.type, replies)
        var answer = replies.answer(reply, checked.endpoint, key: key, json: value)
        if let link = page.link, let name = HTTPField.Name("Link") { answer.headers[name] = link }
        answer.note = "\(items.count) of \(all.count)"
        return answer
    }

    /// Whether a thing has the values of the query with the names of its members.
    private func isRequested(_ thing: JSONValue) -> Bool {
        let pages = checked.endpoint.pages
        for param in checked.endpoint.params where param.location == .query {
            if [pages?.param, pages?.limit].contains(param.name) { continue }
            guard let text = checked.value(param.name), let field = member(plain: param.name.plainName)
            else {
                continue
            }
            switch replies.form.unwrapped(field.type) {
            case .boolean, .integer, .text, .uuid, .values: break
            default: continue
            }
            let value = replies.form.value(text, as: field.type)
            // `all` for an enumeration is not one of its values.
            guard replies.checker.problems(in: value, as: field.type, at: "", in: .response).isEmpty else { continue }
            if thing[field.name] != value { return false }
        }
        return true
    }
}
