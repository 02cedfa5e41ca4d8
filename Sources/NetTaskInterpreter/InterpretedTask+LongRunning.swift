package import NetTaskHTTP
package import NetTaskSpec
package import NetTaskStreams

extension InterpretedTask {
    /// The endpoint that is polled; nil if the first reply is the result.
    package var poll: Endpoint? {
        endpoint.longRunning.flatMap { longRunning in
            spec.endpoints.first { $0.qualifiedName == longRunning.poll }
        }
    }

    /// Returns the task with which generated code polls; nil if the header `Location` has the URL to poll.
    ///
    /// - Parameter start: the first reply.
    /// - Throws: `ParseError` if a value in the reply does not match the spec.
    package func poll(after start: HTTPReply) throws -> InterpretedTask? {
        guard let poll, let params = endpoint.longRunning?.params else { return nil }
        var values: [String: SpecValue] = [:]
        var reader = replies
        reader.keepsDigits = false
        for param in params {
            let type = TypeReference.optional(param.field.type.unwrapped)
            let value: SpecValue
            switch param.source {
            case .param(let own): value = self.value(own)
            case .body(let keys, let format):
                let format = format?.valueFormat ?? .iso8601
                value = try reader.value(of: start.body, as: type, path: keys, format: format)
            case .header(let header):
                value = try self.value(of: header, in: start) ?? .absent
            }
            if value.isAbsent {
                if param.field.type.isOptional { continue }
                return nil
            }
            values[param.field.name.swift] = value
        }
        return try InterpretedTask(poll, of: spec, values)
    }

    /// Returns how generated code reads a reply to the start or to a poll; nil for a success that cannot be read. An error ends
    /// the operation.
    package func state(after reply: HTTPReply) -> HTTPLongRunningState? {
        guard let longRunning = endpoint.longRunning else { return .done }
        if reply.code == 202, longRunning.done.isEmpty || reply.body.isEmpty { return .pending }
        guard let outcome = try? outcome(of: reply) else { return nil }
        guard case .response(let response) = outcome else { return .done }
        if holds(longRunning.failed, in: response) { return .failed }
        return longRunning.done.isEmpty || holds(longRunning.done, in: response) ? .done : .pending
    }

    private func holds(_ conditions: [LongRunning.Condition], in response: SpecValue) -> Bool {
        !conditions.isEmpty
            && conditions.allSatisfy { condition in
                switch (value(at: condition.path, of: response), condition.values) {
                case (nil, _), (.absent, _), (.null, _): false
                case (_, nil): true
                case (let value?, let values?): values.contains { value.isSame(as: $0) }
                }
            }
    }
}

extension SpecValue {
    fileprivate func isSame(as value: Field.DefaultValue) -> Bool {
        switch (self, value) {
        case (.enumeration(let name, _), .enumerationCase(let other)): name == other
        case (.scalar(let scalar), .string(let text)): "\(scalar)" == text
        case (.scalar(let scalar), .integer(let number)): "\(scalar)" == "\(number)"
        case (.scalar(let scalar), .unsigned(let number)): "\(scalar)" == "\(number)"
        case (.scalar(let scalar), .bool(let bool)): "\(scalar)" == "\(bool)"
        default: false
        }
    }
}
