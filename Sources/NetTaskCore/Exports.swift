// The errors that a task throws while it packs and parses are part of what a queue tells.
@_exported public import NetTaskBase
