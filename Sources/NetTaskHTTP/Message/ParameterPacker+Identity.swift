import HTTPTypes

extension ParameterPacker {
    /// Returns a value that is equal for duplicates of the task, if its settings identify them by params.
    ///
    /// The value is JSON, in which adjacent strings and missing values are unambiguous. It is only compared and never shown,
    /// because the params may contain secrets.
    ///
    /// - Throws: ``PackError`` if a param cannot be packed.
    static func identity<T: HTTPNetTask>(of task: T) throws -> AnyHashable {
        AnyHashable(try identityMessage(of: task).body)
    }

    /// The params that identify duplicates, as the body of a message.
    package static func identityMessage<T: HTTPNetTask>(of task: T) throws -> HTTPMessage {
        try message(task: T.name, HTTPEndpoint(nil, .post, encoding: .json), uri: "") { packer in
            task.packIdentity(into: &packer)
        }
    }
}
