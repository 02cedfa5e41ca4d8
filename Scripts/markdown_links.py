"""What the scripts need to know of Markdown: prose, headings and their anchors on GitHub."""
import re


def blanked(match):
    return re.sub(r"[^\n]", " ", match[0])


def prose(text):
    """The text with blocks and spans of code replaced by spaces, so that places stay the same."""
    text = re.sub(r"^( *)(```+).*?^\1\2", blanked, text, flags=re.S | re.M)
    return re.sub(r"<!--.*?-->", blanked, text, flags=re.S)


def links(text):
    """The targets of links and pictures, with their lines."""
    text = prose(text)
    text = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", blanked, text, flags=re.S)
    pattern = r'\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*(\S+)|(?:src|srcset|href)="([^"]*)"|<((?:doc|https?):[^>\s]+)>'
    for match in re.finditer(pattern, text, re.M):
        yield text.count("\n", 0, match.start()) + 1, next(filter(None, match.groups()))


def headings(text):
    return re.findall(r"^#{1,6} (.+?) *$", prose(text), re.M)


def slugs(text):
    """The anchors of the headings on GitHub."""
    found = []
    for heading in headings(text):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        count = sum(1 for other in found if re.fullmatch(re.escape(slug) + r"(-\d+)?", other))
        found.append(f"{slug}-{count}" if count else slug)
    return found
