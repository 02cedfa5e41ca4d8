/// A name as it is told from others on disk: by its bytes. Two texts that Swift takes for equal can be two names there.
package struct ExactName: Hashable {
    let bytes: [UInt8]

    package init(_ name: String) {
        bytes = Array(name.utf8)
    }
}
