"""The accessibility tree of a page: what a screen reader is told."""

from .browser import Browser

# Roles without a meaning of their own, whose contents are what counts.
TRANSPARENT = {"none", "generic", "InlineTextBox", "LineBreak", "ListMarker"}
# Roles whose name is their content.
NAMED_BY_CONTENT = {"heading", "link", "button", "tab", "cell", "columnheader", "rowheader", "DisclosureTriangle"}
PROPERTIES = [
    "level",
    "expanded",
    "checked",
    "pressed",
    "disabled",
    "required",
    "invalid",
    "live",
    "busy",
    "describedby",
]


def accessibility_tree(browser: Browser, names: dict[str, str] | None = None) -> str:
    """Returns the tree as indented lines of role, name and properties. `names` replaces what differs in each run."""
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    lines: list[str] = []

    def visit(node: dict, depth: int) -> None:
        role = node.get("role", {}).get("value", "none")
        name = " ".join(str(node.get("name", {}).get("value", "")).split())
        if role == "InlineTextBox":
            return
        is_shown = not node.get("ignored") and role not in TRANSPARENT and (role != "StaticText" or name)
        if is_shown:
            lines.append("  " * depth + described(role, name, node))
        if is_shown and (role == "StaticText" or (role in NAMED_BY_CONTENT and name)):
            return
        for child in node.get("childIds", []):
            if child in by_id:
                visit(by_id[child], depth + 1 if is_shown else depth)

    visit(nodes[0], 0)
    text = "\n".join(lines) + "\n"
    for name, replacement in (names or {}).items():
        text = text.replace(name, replacement)
    return text


def described(role: str, name: str, node: dict) -> str:
    if role == "StaticText":
        return name
    properties = {item["name"]: item["value"].get("value") for item in node.get("properties", [])}
    shown = [
        f"{key}={properties[key]}" for key in PROPERTIES if properties.get(key) not in (None, False, "false", "", "off")
    ]
    description = " ".join(str(node.get("description", {}).get("value", "")).split())
    return " ".join(
        filter(None, [role, f'"{name}"' if name else "", *shown, f"({description})" if description else ""])
    )
