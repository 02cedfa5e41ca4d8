"""Writes JSON values as text that is equal only for equal values."""

import struct


class Number(str):
    """A JSON number with its text."""


def canonical(value):
    """The format of JSONTree.writeCanonical(to:) and of the lines of `server-check`."""
    if value is None:
        return "n"
    if value is True:
        return "t"
    if value is False:
        return "f"
    if isinstance(value, Number):
        return f"#{value}"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return f"d{struct.unpack('<Q', struct.pack('<d', value))[0]:x}"
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, list):
        return "[" + "".join(canonical(element) + "," for element in value) + "]"
    return "{" + "".join(f"{canonical(name)}:{canonical(member)}," for name, member in value.items()) + "}"
