/// What was stored of a task is read by one task only, also where a run has several clients. ``FormerNamesRule`` sees to each
/// of them.
struct FormerTasksRule {
    let diagnostics: DiagnosticCollector

    private struct Holder {
        var client: String
        var place: SourceRange
    }

    func check(_ specs: [Spec]) {
        guard specs.count > 1 else { return }
        var living: [ExactName: Holder] = [:]
        for spec in specs {
            for endpoint in spec.endpoints where endpoint.isDurable {
                let kind = endpoint.storedKind(of: spec.client.swift)
                living[ExactName(kind)] = Holder(client: spec.client.swift, place: endpoint.name.place)
            }
        }
        var taken: [ExactName: Holder] = [:]
        for spec in specs {
            for endpoint in spec.endpoints where endpoint.isDurable {
                for former in endpoint.formerNames {
                    let kind = endpoint.storedKind(former, of: spec.client.swift)
                    let holder = Holder(client: spec.client.swift, place: endpoint.name.place)
                    if let other = living[ExactName(kind)] {
                        report(kind, holder, "is the name of an endpoint", other)
                    } else if let other = taken[ExactName(kind)] {
                        report(kind, holder, "is the former name of an endpoint", other)
                    } else {
                        taken[ExactName(kind)] = holder
                    }
                }
            }
        }
    }

    private func report(_ kind: String, _ holder: Holder, _ what: String, _ other: Holder) {
        // Within one client, it is known already.
        if other.client == holder.client { return }
        diagnostics.error(
            "\(kind.quotedForMessage), which this was, \(what) of the client `\(other.client)`, too",
            at: holder.place,
            notes: [.init("it is here; what is stored is read as one task only", at: other.place)]
        )
    }
}
