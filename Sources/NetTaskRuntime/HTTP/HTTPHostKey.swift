/// What HTTP tasks share a limit by that name no key themselves: host and port that they go to, in lower case. nil for
/// tasks of other protocols, and for those that say neither.
package func httpHostKey(of task: any NetTask) -> String? {
    (task as? any HTTPNetTask).flatMap { HTTPAddress.host(of: $0, baseURL: nil) }
}
