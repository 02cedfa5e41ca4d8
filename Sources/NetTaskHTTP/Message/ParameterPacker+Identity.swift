import HTTPTypes

extension ParameterPacker {
    /// What tells a task from others of its type, if its delivery says that its params do: JSON, in which neither `"a"`
    /// beside `"bc"` nor a missing value can be taken for anything else.
    ///
    /// It is only compared, and never shown, since a secret may be among the params.
    ///
    /// - Throws: ``PackError`` if one of them cannot be packed.
    static func identity<T: HTTPNetTask>(of task: T) throws -> AnyHashable {
        AnyHashable(try identityMessage(of: task).body)
    }

    /// The params by which a task is compared, as the body of a message.
    package static func identityMessage<T: HTTPNetTask>(of task: T) throws -> HTTPMessage {
        try message(task: T.name, HTTPEndpoint(nil, .post, encoding: .json), uri: "") { packer in
            task.packIdentity(into: &packer)
        }
    }
}
