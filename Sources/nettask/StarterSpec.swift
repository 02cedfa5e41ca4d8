/// What `nettask init` writes.
enum StarterSpec {
    static let text = """
        # Each endpoint of an API, once. `nettask generate` makes a Swift type of each.
        nettask: 1

        # The Swift namespace of all that is generated, and where the API lives.
        client: MyAPI
        baseURL: https://jsonplaceholder.typicode.com
        access: public                  # public, package or internal (default)

        # What every endpoint inherits.
        defaults:
          separator: keep               # userId is userId on the wire; underscore, the default, makes it user_id
          timeout: 30s                  # for one attempt
          retry: {maxRetryCount: 3, interval: 500ms, backoff: exponential, maxInterval: 20s}

        # Types that travel in replies and requests.
        shapes:
          Post:
            fields:
              id: Int
              userId: Int
              title: String
              body: String?             # may be missing, or null
          Order: {enum: [asc, desc]}

        # One task type for each. Params named in the uri go into the path; those of GET, HEAD and DELETE into the query; the
        # rest into the body.
        endpoints:
          ListPosts:
            uri: posts
            params:
              userId: Int?
              order: {type: Order, default: desc, wireName: _order}     # an exact name on the wire
            response: [Post]

          GetPost:
            uri: posts/{id}
            params: {id: Int}
            response: Post

          CreatePost:
            description: Creates a post.
            method: POST
            uri: posts
            encoding: json               # form (default), json or multipart
            params:
              title: String
              body: String?
              userId: Int
            response: Post

          DeletePost:
            method: DELETE
            uri: posts/{id}
            params: {id: Int}           # no `response:` means that the reply's body does not matter

        """
}
