import pytest
from view_models import named_aggregates


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("var account: Account", "Account"),
        ("init(_ service: XignDomain.Service?, at: Moment) {", "Service"),
        ("package struct Model { let processes: [Process] }", "Process"),
        ('let title = "of \\(text(of: Activation(id, name: "a"))) here"', "Activation"),
        ('"""\n<p>\\(BrowserSession(id).html)</p>\n"""', "BrowserSession"),
    ],
)
def test_a_page_that_knows_an_aggregate_is_found(line, name):
    [(number, found)] = named_aggregates(f"let a = 1\n{line}\n")
    assert found == name
    assert number == 2 + line.count("\n") // 2


@pytest.mark.parametrize(
    "line",
    [
        "var state: Activation.State",
        "var account: AccountID",
        "var service: AuditEventModel.Service",
        "// an Account of the domain",
        'let title = "Account and \\(words.data(of: "Service")) of the Process"',
        '"""\nAccount "of" \\(name) Account\n"""',
        'let quoted = "a \\" Account"',
    ],
)
def test_a_page_knows_values_and_texts(line):
    assert not list(named_aggregates(line))
