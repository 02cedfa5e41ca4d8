// HTTP tasks use the declarations of the queue and of packing.
@_exported public import NetTaskCore
@_exported public import NetTaskPacking
