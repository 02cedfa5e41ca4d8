// Tasks, the queue and packing are part of what an HTTP task is written with.
@_exported public import NetTaskCore
@_exported public import NetTaskPacking
