extension Ledger {
    /// Lists what nobody has looked at: the value as one if that is all of it, and otherwise each of the rest.
    func leaveOutUntouched(_ value: DocumentValue, _ reason: String) {
        let count = count(value.node)
        if count.carried + count.leftOut == 0 {
            leaveOut(value, reason)
        } else {
            leaveOutTheRest(of: value, reason)
        }
    }
}
