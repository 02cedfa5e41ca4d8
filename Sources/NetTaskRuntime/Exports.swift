// What apps import is one module.
@_exported public import NetTaskCore
@_exported public import NetTaskPacking
