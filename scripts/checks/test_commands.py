from commands import faulty_lines


def test_a_text_below_the_commands_names_none():
    text = (
        'a("no user: `xignin-manager user list`")\n    // read by `xignin-manager`\n/// `xignin-manager`\nb("xign")\n'
    )
    assert list(faulty_lines(text)) == [1]
