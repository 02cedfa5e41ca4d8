// `NetTaskError` contains the errors of packing and parsing, so clients of this module need them.
@_exported public import NetTaskBase
