from pathlib import Path

import pytest
from ascii_texts import faulty_lines as beyond_ascii
from child_processes import faulty_lines
from cited_tests import faults_of_line, faults_of_tables
from comments import headless_openings
from comments import long_lines as long_comments
from database_messages import faulty_lines as lines_that_read_messages
from declared import faulty_lines as undeclared
from documents import long_lines
from fault import Fault
from imports import Module, faults_of_imports, faults_of_manifests, faults_of_rules, imported, modules
from lengths import is_too_long
from listed_tests import unlisted
from listings import Listing, faults_of, listings, regions
from page_scripts import faults_of as faults_of_script
from postgresql import is_use_case, runs_on_both
from tables import faults_of as faults_of_documents_tables

LONG = "word " * 30


@pytest.mark.parametrize("text", [LONG, f"- {LONG}", f"text\n    {LONG}", f"```\n```\n{LONG}", f"[a](b) {LONG}"])
def test_a_line_that_can_be_wrapped_is_too_long(text):
    [(number, _)] = long_lines(text)
    assert number == len(text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "x" * 100,
        f"| {LONG} |",
        f"```\n{LONG}\n```",
        f"\n    {LONG}\n    {LONG}",
        f"[a]({'b' * 100})",
        f"see https://{'b' * 100}",
    ],
)
def test_tables_code_and_addresses_may_be_long(text):
    assert not list(long_lines(text))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("| a | b |\n| --- | --- |\n| 1 | 2 | 3 |", 3),
        ("| a | b |\n| --- | --- |\n| 1 |\n", 3),
        ("| a | b |\n| --- | --- |\n| `1|2` | 3 |\n", 3),
        ("| a |\n| --- |\n| 1 |\n\n| 2 |\n| 3 |\ntext", 6),
        ("| a |\n| --- |\n\n| 2 |\n", 4),
    ],
)
def test_a_table_with_a_row_of_other_cells_or_without_a_header_is_found(text, line):
    assert [number for number, _ in faults_of_documents_tables(text)] == [line]


@pytest.mark.parametrize(
    "text", ["| a | |\n| --- | :-: |\n| 1 | `2\\|3` |\n", "```\n| a |\n```\n", "\n    | a |\n", "text | text"]
)
def test_sound_tables_and_drawings_are_left_alone(text):
    assert list(faults_of_documents_tables(text)) == []


def test_a_file_of_more_than_300_lines_needs_a_reason_near_its_top():
    lines = ["let a = 1"] * 301
    assert not is_too_long("\n".join(lines[:300]))
    assert is_too_long("\n".join(lines))
    assert is_too_long("\n".join(lines + ["// Long because: one table"]))
    assert is_too_long("\n".join(["// Long because:"] + lines))
    for reason in ("// Long because: one table", "# Long because: one table", "<!-- Long because: one table -->"):
        assert not is_too_long("\n".join([reason] + lines))


def test_only_the_beginning_of_a_comment_is_judged():
    assert list(headless_openings("/// A cache.\n/// What it holds is old.\n")) == []
    assert list(headless_openings("let a = 1\n    /// Whether it is old.\n")) == [(2, "Whether")]
    assert list(headless_openings("/// Whole seconds.\n/// Offers.")) == []


def test_a_method_that_no_list_has_is_found():
    suite = (
        Path("RenameTests.swift"),
        "\n".join(
            [
                "struct RenameTests {",
                "    static let tests: [TestCase<Self>] = [",
                '        TestCase("a device gets its new name", newName),',
                "    ]",
                "    func newName() {}",
                "    func forgotten() throws {}",
                "    private func helper() {}",
                "",
                '    @Test("as root", .enabled(if: isRoot))',
                "    func byRoot() {}",
                "}",
                "struct Receiver {",
                "    func onRename() {}",
                "}",
            ]
        ),
    )
    extension = Path("RenameTests+Long.swift"), "extension RenameTests {\n    func forgottenToo() async {}\n}"
    assert [name for _, _, name in unlisted(dict([suite, extension]))] == ["forgotten", "forgottenToo"]


def test_foundations_processes_are_found_and_others_are_not():
    text = "let child = try ChildProcess(arguments)\nlet bash = Process()\nbash.waitUntilExit()\nProcess(state: .open)"
    assert faulty_lines(text) == [2, 3]


def test_a_declared_thing_is_changed_by_declare_alone():
    text = (
        'try transaction.declare("UPDATE role SET name = 1")\ntry transaction.execute("UPDATE service SET name = 1")\n'
        'try transaction.changedRows(\n    """\n    DELETE FROM organization\n    """)\n'
        'try transaction.execute("DELETE FROM role_assignment")\n'
    )
    assert undeclared(text) == [2, 5]


@pytest.mark.parametrize(
    ("line", "is_engine"),
    [
        ('state == "0A000" && message.contains("cached plan")', True),
        ('if primary.hasPrefix("relation ") {', True),
        ('if message == "cached plan must not change result type" {', True),
        ('error.detail.contains("cached plan")', False),
        ('(error as? StorageError)?.detail.contains("cached plan") == true', False),
        ('if "\\(error)".contains("denied") {', False),
        ("error.description.lowercased().contains(word)", False),
        ("error.detail.firstMatch(of: /denied/)", False),
    ],
)
def test_a_decision_by_the_text_of_a_databases_message_is_found(line, is_engine):
    assert lines_that_read_messages(f"let a = 1\n{line}\n", is_engine) == [2]


@pytest.mark.parametrize(
    "line",
    [
        "detail?.hasPrefix(AuditEvent.wrongFactor) == true",
        'text.contains("=")',
        "error.code == .conflict",
        'StorageError(.other, "\\(error)")',
        '// message.contains("cached plan") would be translated',
    ],
)
def test_other_decisions_are_left_alone(line):
    assert lines_that_read_messages(line, False) == []


@pytest.mark.parametrize(
    "line", ["x" * 121, "console.log(pin);", "element.innerHTML = name;", "eval(text)", "localStorage.setItem(a, b)"]
)
def test_a_script_of_a_page_neither_logs_nor_makes_markup(line):
    assert [number for number, _ in faults_of_script(f"// A script.\n{line}\n")] == [2]
    assert list(faults_of_script("element.textContent = name;\nconst isConsole = retrieval(name);\n")) == []


@pytest.mark.parametrize(
    "line",
    ["import Web", "@testable import Web", "package import Web", "import struct Web.Page", "@_spi(Tests) import Web"],
)
def test_every_form_of_an_import_is_read(line):
    assert list(imported(f"// import Other\n{line}\n")) == [(2, "Web")]


def manifest(**dependencies: list[str]) -> dict[str, Module]:
    return {
        name: Module(Path("Package.swift"), Path("Sources") / name, 1, False, set(others))
        for name, others in dependencies.items()
    }


def test_a_forbidden_module_is_found_behind_others():
    known = manifest(Pages=["Wording"], Wording=["Storage"], Storage=[])
    [fault] = faults_of_manifests(known, {"Pages": {"Storage"}})
    assert "Pages -> Wording -> Storage" in fault.advice
    assert not list(faults_of_manifests(known, {"Storage": {"Pages"}}))


def test_a_rule_about_a_module_that_is_not_there_is_a_fault():
    rules = {"Pages": {"Store"}}
    [fault] = faults_of_rules({"Pages"}, rules)
    assert "Store" in fault.advice
    assert not list(faults_of_rules({"Pages", "Store"}, rules))


def test_an_import_that_the_manifest_does_not_name_is_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr("tree.ROOT", tmp_path)
    (tmp_path / "Sources/Pages").mkdir(parents=True)
    (tmp_path / "Sources/Pages/Page.swift").write_text("import Foundation\nimport Wording\nimport a_program\n")
    known = manifest(**{"Pages": ["Wording"], "Wording": [], "a-program": []})
    [fault] = faults_of_imports(known)
    assert (fault.line, fault.path) == (3, Path("Sources/Pages/Page.swift"))


def test_products_of_other_packages_are_modules():
    dump = {
        "products": [{"name": "Kit", "targets": ["KitCore"]}],
        "targets": [
            {"name": "KitCore", "type": "regular", "dependencies": []},
            {"name": "App", "type": "executable", "dependencies": [{"product": ["Kit", "kit", None, None]}]},
            {"name": "AppTests", "type": "test", "dependencies": [{"byName": ["App", None]}]},
        ],
    }
    text = 'package\n  .target(name: "KitCore"),\n  .executableTarget(\n    name: "App"'
    known = modules({Path("P/Package.swift"): (text, dump)})
    assert known["App"] == Module(Path("P/Package.swift"), Path("P/Sources/App"), 3, False, {"KitCore"})
    assert known["AppTests"].is_test
    assert known["KitCore"].line == 2


def test_a_row_names_a_test_or_says_none():
    head = ["| Threat | Test |", "| --- | --- |"]
    assert not list(faults_of_tables([*head, '| a | `T.swift` "b" |', "| a | None: c |", "| a | `Fuzz/D` |"]))
    assert [number for number, _ in faults_of_tables([*head, "| a | we hope |", "| a | b | c |"])] == [3, 4]


def test_a_test_that_a_document_names_exists(tmp_path, monkeypatch):
    monkeypatch.setattr("tree.ROOT", tmp_path)
    (tmp_path / "Tests").mkdir()
    (tmp_path / "Tests/CodeTests.swift").write_text('@Test("works once") func once() {}')
    files = [Path("Tests/CodeTests.swift")]
    assert not list(faults_of_line('`CodeTests.swift` "works once"', files))
    assert list(faults_of_line('`CodeTests.swift` "works twice"', files))
    assert list(faults_of_line('`OtherTests.swift` "works once"', files))
    assert list(faults_of_line("`CodeTests.swift` works once", files))
    assert list(faults_of_line('`CodeTests+More.swift` "works once"', files))
    assert list(faults_of_line("`CodeTests+More.swift` works once", files))
    assert list(faults_of_line("`Fuzz/Nothing`", files))


def test_a_comment_beyond_the_width_is_a_fault_unless_it_is_an_example():
    text = "let x = 1\n/// " + "a" * 117 + "\n    ///     " + "a" * 117 + "\n// " + "a" * 118
    assert list(long_comments(text)) == [2, 4]
    assert list(long_comments("/// https://" + "a" * 117)) == []
    assert list(long_comments("/// See https://" + "a" * 117)) == [1]


SOURCE = "struct Guide {\n    // listing\n    func a() {\n\n        b()\n    }\n    // end of listing\n}\n"
SHOWN = "func a() {\n\n    b()\n}"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Guide.md", f"text\n\n```json\n{{}}\n```\n\n```swift\n{SHOWN}\n```\n"),
        ("SDK.swift", "    /// ```swift\n    /// func a() {\n    ///\n    ///     b()\n    /// }\n    /// ```\n"),
    ],
)
def test_a_listing_is_a_region_but_for_its_indentation(path, text):
    compiled = list(regions(Path("Guide.swift"), SOURCE))
    shown = list(listings(Path(path), text))
    assert [listing.code for listing in shown] == [SHOWN]
    assert not list(faults_of(shown, compiled))


def test_a_listing_that_is_not_compiled_is_a_fault_that_names_the_line():
    compiled = list(regions(Path("Guide.swift"), SOURCE))
    [shown] = listings(Path("Guide.md"), f"```swift\n{SHOWN.replace('b()', 'c()')}\n```\n")
    [fault, unused] = faults_of([shown], compiled)
    assert (fault.path, fault.line) == (Path("Guide.md"), 2)
    assert "`c()` is `b()` in Guide.swift:5" in fault.advice
    assert (unused.path, unused.line) == (Path("Guide.swift"), 3)
    assert list(faults_of([shown], []))


def test_a_shorter_listing_is_not_the_region():
    compiled = list(regions(Path("Guide.swift"), SOURCE))
    shown = Listing(Path("Guide.md"), 2, "func a() {")
    assert len(list(faults_of([shown], compiled))) == 2


@pytest.mark.parametrize("text", ["// listing\n", "// end of listing\n", "// listing\n// listing\n"])
def test_marks_of_listings_come_in_pairs(text):
    [fault] = regions(Path("Guide.swift"), text)
    assert isinstance(fault, Fault)


def test_a_use_case_has_an_operation_for_other_modules():
    assert is_use_case("struct Rename {\n    package func callAsFunction() {}\n}")
    assert is_use_case("extension Context {\n    func a() {\n    }\n\n    package func rename() {}\n}")
    assert is_use_case("package struct Rename: DeviceOperationHandler {\n}")
    assert not is_use_case("extension Context {\n    func a() {}\n}\n\nextension Other {\n    package func b() {}\n}")


def test_a_test_runs_on_both_databases_where_its_suite_says_so():
    text = 'TestCase("a", one),\nTestCase(\n    "b", two,\n    each: Engine.allCases),'
    assert not runs_on_both(text, "a")
    assert runs_on_both(text, "b")
    assert not runs_on_both(text, "c")


def test_a_character_beyond_ascii_is_found_in_a_text_and_left_alone_in_a_comment():
    assert list(beyond_ascii('let a = "\u201ca\u201d"\n/// \u2500\nlet b = "b"  // \u2500\n')) == [1]
