/// Text of bytes, or nil if they are not UTF-8.
///
/// `String(validating:as:)` needs a later system than we do. A string repaired on the way in differs from its bytes.
func textIfUTF8<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
}
