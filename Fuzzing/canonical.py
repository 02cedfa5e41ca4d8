"""Values of JSON as texts that are the same for the same value only."""

import struct


class Number(str):
    """A number of JSON, as it is written."""


def canonical(value):
    """As JSONTree.writeCanonical(to:) writes it, and the lines of `server-check`."""
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
