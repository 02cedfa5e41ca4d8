// The errors that packing and reading throw are part of what they tell.
@_exported public import NetTaskBase
