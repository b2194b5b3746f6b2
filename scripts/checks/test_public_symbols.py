from public_symbols import differences, lines

GRAPH = {
    "module": {"name": "XignSDK"},
    "symbols": [
        {
            "identifier": {"precise": "a"},
            "pathComponents": ["XignSdk"],
            "declarationFragments": [{"spelling": "class"}, {"spelling": " "}, {"spelling": "XignSdk"}],
        },
        {
            "identifier": {"precise": "b"},
            "pathComponents": ["XignSdk", "start()"],
            "declarationFragments": [{"spelling": "func start()\n  async"}],
        },
    ],
    "relationships": [
        {"kind": "conformsTo", "source": "a", "target": "s8S", "targetFallback": "Swift.Sendable"},
        {"kind": "memberOf", "source": "b", "target": "a"},
    ],
}
LINES = ["XignSDK: class XignSdk", "XignSdk: func start() async", "XignSdk conforms to Swift.Sendable"]


def test_a_symbol_is_a_line_with_the_type_that_has_it_and_so_is_a_conformance():
    assert list(lines(GRAPH)) == LINES


def test_what_is_gone_is_told_at_its_line_and_what_is_new_at_the_beginning():
    assert list(differences(LINES, LINES)) == []
    found = list(differences(LINES, [*LINES[1:], "XignSdk: func stop()"]))
    assert found == [
        (1, "is gone, which breaks apps: XignSDK: class XignSdk"),
        (1, "is new: XignSdk: func stop()"),
    ]
