/// The keys for long-running operations.
extension SpecLanguage {
    static let longRunningKey = optional("longRunning", .map("longRunning"))
        .example(
            """
            endpoints:
              GetPost: {uri: "posts/{id}", params: {id: Int}, response: Post}
              Example:
                method: POST
                uri: posts
                response: Post
                longRunning: {poll: GetPost, done: {body: present}}
            """
        )
        .says("The request starts a long-running operation. The task polls another endpoint until the operation ends,")
        .says("and returns the response of the last poll. `response` then describes the first reply, which contains")
        .says("the params of the poll.")
        .excludes(["pages"], "use either `longRunning` or `{key}`").showingItself

    package static let longRunning = MappingRule(
        id: "longRunning",
        noun: "`longRunning`",
        summary: """
            How to poll a long-running operation. The first response contains the params of the poll, or its URL in the header \
            `Location`. The wait before each poll is the value of `Retry-After`, or `interval`.
            """,
        context: """
            shapes:
              State: {enum: [queued, ready, broken]}
              Job: {fields: {id: Int, state: State, error: String?}}
            endpoints:
              GetJob: {uri: "jobs/{id}", params: {id: Int}, response: Job}
              Example:
                method: POST
                uri: exports
                response: Job
                longRunning:
            """,
        sample: "{poll: GetJob, done: {state: [ready]}}",
        keys: [
            required("poll", .text).example("poll: GetJob\ndone: {state: [ready]}")
                .says("The endpoint to poll, a GET. For an endpoint of another group, add the group's name:")
                .says("`Jobs.GetJob`."),
            optional("params", .anyOf([.table(.text), .word("none")])).example("poll: GetJob\nparams: {id: id}")
                .says("The params of the poll, and the path of each in the first reply, such as `job.id`. With `none`,")
                .says("or for replies without these values, the URL is in `Location`.")
                .defaults(to: "the field with the same name; without such a field, the param with this name"),
            optional("done", .table(.anyOf([.constant, .list(.constant)])))
                .example("poll: GetJob\ndone: {state: [ready]}")
                .says("When the operation has succeeded: paths in the poll's response, with the values that indicate")
                .says("success. `present` matches any value of an optional field.").defaults(to: "a status except 202"),
            optional("failed", .table(.anyOf([.constant, .list(.constant)])))
                .example("poll: GetJob\ndone: {state: ready}\nfailed: {state: broken, error: present}")
                .says("When the operation has failed, in the same form. It is checked first. If there are several")
                .says("paths, all must match."),
            optional("interval", \LongRunning.interval).harmless.example(
                "poll: GetJob\ndone: {state: ready}\ninterval: 10s"
            )
            .says("The wait before a poll if the last reply has no `Retry-After`.")
            .defaults(to: "`\(RuntimeDefaults.pollInterval.text)`"),
            optional("deadline", .duration).example("poll: GetJob\ndone: {state: ready}\ndeadline: 1h")
                .says("The endpoint's `deadline`: the time limit of the operation, from the start to the last poll."),
        ]
    )
}
