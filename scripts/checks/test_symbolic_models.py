from pathlib import Path
from types import SimpleNamespace

from symbolic_models import (
    differences,
    faults_of_runs,
    labels_of_models,
    labels_of_protocol,
    members_of_protocol,
    section,
)

STATEMENT = """
### The statement [frozen]

It has these members:

    { "v": 1, "purpose", "service": { "id", "origin" },
      "alternatives": [["device", "pin"]], "source": "stored" | "supplied",
      "keys"?: [{ "factor", "publicKey" }, ...], "utility"? }

    utility = exactly one of
      { "factor": "biometric" }                    addFactor
      { "activation": { "id" (16), "alias"? } }    revoke

### Another section

    { "error": code }
"""


def test_members_of_a_statement_are_read_and_values_are_not():
    assert members_of_protocol(section(STATEMENT, "### The statement")) == {
        "v",
        "purpose",
        "service.id",
        "service.origin",
        "alternatives",
        "source",
        "keys.factor",
        "keys.publicKey",
        "utility.factor",
        "utility.activation.id",
        "utility.activation.alias",
    }


def test_labels_and_types_are_read():
    assert labels_of_protocol('HMAC(key, "xign/1 qr key" || id), `xign-consent+jws`') == {
        "xign/1 qr key",
        "xign-consent+jws",
    }


def test_a_label_stands_in_a_model_if_its_constant_is_used():
    declared = 'const lQr: label [data].    (* "xign/1 qr" *)\n'
    assert labels_of_models(declared + "(* lQr *)\n", "") == set()
    assert labels_of_models(declared + "out(net, lQr)\n", "") == {"xign/1 qr"}
    assert labels_of_models(declared, "Manager(lQr)") == {"xign/1 qr"}


def test_a_name_that_is_neither_modelled_nor_left_out_is_a_fault():
    named = {"session", "service.id", "v"}
    assert not list(differences(named, {"session", "service"}, {"v"}))
    assert ["`v`" in advice for advice in differences(named, {"session", "service"}, set())] == [True]


def test_a_name_that_is_modelled_and_left_out_or_gone_is_a_fault():
    [both] = differences({"session"}, {"session"}, {"session"})
    assert "among those that are left out" in both
    [gone] = differences({"session"}, {"session", "expiresAt"}, set())
    assert "`expiresAt` is no longer" in gone


class Broken:
    model, name = "sign.pv", "no seal"

    @property
    def text(self):
        raise ValueError("sign.pv no longer contains 'seal'")


def test_a_run_whose_lines_are_gone_and_a_run_that_is_not_there_are_faults():
    there = SimpleNamespace(model="sign.pv", name="as it stands", text="process 0")
    page = Path("docs/page.md")
    assert not list(faults_of_runs([there], {page: 'text\n`sign.pv` "as it stands"'}))
    [missing] = faults_of_runs([there], {page: 'text\n`sign.pv` "as it stands", "no seal"'})
    assert (missing.path, missing.line) == (page, 2)
    [broken] = faults_of_runs([Broken()], {})
    assert "no longer contains" in broken.advice
