/// How a queue knows of an end.
enum EndSource {
    /// By its own doing: a run, a method that was called, its housekeeping.
    case own
    /// It looked for a handle.
    case seen
}
