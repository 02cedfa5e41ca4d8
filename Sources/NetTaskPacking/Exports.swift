// Packing and reading throw these errors, so clients of this module need them.
@_exported public import NetTaskBase
