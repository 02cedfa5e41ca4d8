#if SQLite || PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskHTTP
    import NetTaskTerminal

    extension StoredTask {
        /// All values of the task except its payload and reply.
        var jsonFields: JSONFields {
            var fields = JSONFields()
            fields.add("id", id.json)
            fields.add("kind", task.kind)
            fields.add("state", state.rawValue)
            fields.add("deathReason", deathReason?.rawValue)
            fields.add("cancellation", cancellation)
            fields.add("priority", "\(priority)")
            fields.add("initialPriority", "\(task.priority)")
            fields.add("enqueuedAt", enqueuedAt)
            fields.add("dueAt", dueAt)
            fields.add("notBefore", task.notBefore)
            fields.add("expires", task.expires)
            fields.add("endedAt", endedAt)
            fields.add("runCount", runCount)
            fields.add("maxRunCount", task.durability.maxRunCount == .max ? nil : task.durability.maxRunCount)
            fields.add("lostLeaseCount", lostLeaseCount)
            fields.add("lastError", lastError)
            fields.add("requires", task.requirements.names)
            fields.add("tags", task.tags)
            fields.add("group", task.group)
            if let uniqueness = task.uniqueness {
                var unique = JSONFields()
                unique.add("key", uniqueness.key)
                unique.add("policy", uniqueness.policy.rawValue)
                fields.add("unique", unique.json)
            }
            if !task.dependencies.isEmpty {
                let dependencies = task.dependencies.map { dependency in
                    var fields = JSONFields()
                    fields.add("id", dependency.id.json)
                    fields.add("onFailure", dependency.onFailure.rawValue)
                    return fields.json
                }
                fields.add("dependencies", .list(dependencies))
            }
            fields.add("idempotencyKey", task.idempotencyKey)
            if !task.traceContext.isEmpty {
                var trace = JSONFields()
                for (name, value) in task.traceContext.sorted(by: { $0.key < $1.key }) { trace.add(name, value) }
                fields.add("traceContext", trace.json)
            }
            fields.add("specVersion", task.specVersion.isEmpty ? nil : task.specVersion)
            fields.add("specHash", task.specHash.isEmpty ? nil : task.specHash)
            fields.add("payloadVersion", task.payloadVersion == 1 ? nil : task.payloadVersion)
            fields.add("codec", task.codec)
            return fields
        }

        var payload: StoredBytes { StoredBytes(task.payload, codec: task.codec) }
        var storedReply: StoredBytes { StoredBytes(reply ?? Data(), codec: task.codec) }

        /// The name of ``StoredTask/reply`` in this state.
        var replyName: String { state.isEnd ? "reply" : "started" }

        /// The state, with the reason if the task is dead.
        var stateText: String {
            deathReason.map { "\(state.rawValue) (\($0.rawValue))" } ?? state.rawValue
        }

        var runText: String {
            task.durability.maxRunCount == .max ? "\(runCount)" : "\(runCount)/\(task.durability.maxRunCount)"
        }
    }

    extension TaskRun {
        var json: JSONText {
            var fields = JSONFields()
            fields.add("number", number)
            fields.add("startedAt", startedAt)
            fields.add("endedAt", endedAt)
            fields.add("outcome", outcome.rawValue)
            fields.add("attempts", attemptCount == 0 ? nil : attemptCount)
            fields.add("error", error)
            return fields.json
        }
    }

    extension DurableTaskID {
        var json: JSONText { .verbatim(description) }
    }

    extension TaskRequirements {
        var names: [String] {
            var names: [String] = []
            if contains(.network) { names.append("network") }
            if contains(.unmeteredNetwork) { names.append("unmeteredNetwork") }
            if contains(.power) { names.append("power") }
            let others = subtracting([.network, .unmeteredNetwork, .power])
            if !others.isEmpty { names.append("\(others.rawValue)") }
            return names
        }
    }
#endif
