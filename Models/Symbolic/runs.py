"""The runs: a model as it stands, or with exchanged lines, and the result that ProVerif must give.

The result has one character for each query of the model, in their order: "+" proved; "-" attack, with a trace; "?" not
proved, and no trace. The first query of a model, the first two of browser.pv, is a witness: it must be reached.
"""

# Long because: one list of runs.

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

Changes = list[tuple[str | re.Pattern[str], str]]


@dataclass(frozen=True)
class Run:
    model: str
    name: str
    expected: str
    changes: Changes

    @property
    def text(self) -> str:
        """The model with its common part and the exchanged lines.

        - Raises ValueError: the model no longer contains a line that this run exchanges.
        """
        text = (FOLDER / "common.pvl").read_text() + (FOLDER / self.model).read_text()
        for old, new in self.changes:
            changed = old.sub(new, text) if isinstance(old, re.Pattern) else text.replace(old, new)
            if changed == text:
                raise ValueError(f"{self.model} no longer contains {old!r}, which the run '{self.name}' exchanges")
            text = changed
        return text

    @property
    def looks_for_traces(self) -> bool:
        """False where ProVerif takes minutes to look for traces, and finds few."""
        if self.model == "browser.pv":
            return "small world" in self.name
        return self.model != "sign.pv" or "no seal" in self.name


def leak(process: str) -> Changes:
    """The compromise that each model has as a line of its own."""
    return [("let Compromise = 0.", f"let Compromise = {process}.")]


# ---- browser.pv

OWN_CODES_ALONE: Changes = [("!Scan(u, net, back)", "!Scan(u, eyeQr, back)")]
# A smaller world, in which the prover finds traces. An attack in it is one in the whole world, too.
SMALL: Changes = [
    (
        re.compile(
            r"  \( \(\* websites of the attacker \*\).*?insert services\(w, cred, site\) \) \|\n",
            re.DOTALL,
        ),
        "",
    ),
    ("      ( !Browser(u, true, eyeQr, eyeLink, page, back) ) |\n", ""),
]
NO_BROWSER: Changes = [("( !Browser(u, false, eyeQr, eyeLink, page, back) )", "0")]
NO_SCAN: Changes = [
    ("( !Authorize(byScan, crossDevice) ) | ", ""),
    ("      ( !Scan(u, net, back) ) |                              (* any code *)\n", ""),
]
NOBODY_FOLLOWS_LINKS: Changes = [
    ("( !Authorize(byLink, sameDevice) ) | ", ""),
    ("      ( !Link(u, eyeLink, back) ) |\n", ""),
]
NO_LINK: Changes = [
    *NOBODY_FOLLOWS_LINKS,
    ("      ( !in(net, x: bitstring); out(eyeLink, x) ) |          (* links of anybody *)\n", ""),
]
NO_OPENED: Changes = [
    ("| ( !Authorize(byOpened, crossDevice) ) |", "|"),
    ("( !Open(u, net, page, back) )", "0"),
]
COOKIE_SUFFICES: Changes = [
    (
        "let (kc: tlskey, =toReturn, =cookie, =returnSecret) =",
        "let (kc: tlskey, =toReturn, =cookie, any: bitstring) =",
    )
]
SECRET_SUFFICES: Changes = [
    (
        "let (kc: tlskey, =toReturn, =cookie, =returnSecret) =",
        "let (kc: tlskey, =toReturn, any: bitstring, =returnSecret) =",
    )
]
NO_COOKIE: Changes = [("let (kc: tlskey, =toCollect, =cookie) =", "let (kc: tlskey, =toCollect, any: bitstring) =")]
NO_DIGITS: Changes = [("if from <> byOpened || typed = digits then\n", "")]
NO_NONCE: Changes = [
    (
        "acc: bitstring, =nonce, sid: bitstring, ch: label) = signed(t)",
        "acc: bitstring, any: bitstring, sid: bitstring, ch: label) = signed(t)",
    )
]
NO_CLIENT: Changes = [("=toToken, =w, =cred, =code) =", "=toToken, w9: bitstring, cred9: bitstring, =code) =")]

BROWSER = [
    (
        "small world: a scanned code of the own page",
        "?++++++",
        SMALL + NOBODY_FOLLOWS_LINKS + NO_OPENED + OWN_CODES_ALONE,
    ),
    ("small world: a followed link", "+-+++++", SMALL + NO_SCAN + NO_OPENED),
    ("small world: an opened code, own digits", "-++++++", SMALL + NO_SCAN + NO_LINK),
    ("small world: the attacker's code, scanned", "++++-++", SMALL + NO_LINK + NO_OPENED + NO_BROWSER),
    (
        "small world: the attacker's code, digits told",
        "++++-++",
        SMALL + NO_SCAN + NO_LINK + NO_BROWSER + [("in(digits, typed: bitstring)", "in(net, typed: bitstring)")],
    ),
    ("small world: the attacker's link", "+++++++", SMALL + NO_SCAN + NO_OPENED + NO_BROWSER),
    (
        "small world: the attacker's link; broken: the cookie suffices",
        "+++++-+",
        SMALL + NO_SCAN + NO_OPENED + NO_BROWSER + COOKIE_SUFFICES,
    ),
    ("as it stands", "??++?++", []),
    ("habit: scans the own page's codes alone", "??+++++", OWN_CODES_ALONE),
    (
        "habit: types digits that others tell",
        "??++?++",
        OWN_CODES_ALONE + [("!Open(u, net, page, back)", "!Open(u, net, net, back)")],
    ),
    ("leak: TLS of the browser's side", "??++???", leak("out(net, tls)")),
    ("leak: key of ID tokens", "??++?++", leak("out(net, idToken)")),
    ("broken: after a link the cookie suffices", "??++??+", COOKIE_SUFFICES),
    ("broken: after a link the secret suffices", "??++?++", SECRET_SUFFICES),
    ("broken: no cookie at a code, own codes alone", "??++?++", OWN_CODES_ALONE + NO_COOKIE),
    ("broken: digits not compared, own codes alone", "??++?++", OWN_CODES_ALONE + NO_DIGITS),
    ("broken: the website ignores the nonce", "??+??++", NO_NONCE),
    ("broken: a code is not bound to its client", "??++?+?", NO_CLIENT),
    ("broken: QR code and link have one secret", "??++?++", [("then link else qr) then", "then qr else qr) then")]),
]

# ---- sign.pv

ANYBODY = "!in(net, (u: person, act: bitstring)); "
DEVICES = ANYBODY + "out(net, (deviceKey(u, idm, act), bindSecret(u, idm, act)))"
PINS = ANYBODY + "out(net, pin(u))"
# Device traffic without a seal: the attacker is the manager for devices, and any device for the manager. It includes
# what a thief of encryption key and online key can do, and is proved much faster.
NO_SEAL: Changes = [
    ("seal(hpkeKey(agreed(to, r), info(idm, op, to)), (shown, body))", "(shown, body)"),
    ("seal(answerKey(hpkeExport(decap(s, enc), info(idm, op, kempub(s))), enc, nonce), body)", "body"),
    (re.compile(r"unseal\((?:hpkeKey|answerKey)\([^;]*?\), (ct\d)\) in", re.DOTALL), r"\1 in"),
]
CODES_TOO: Changes = [
    (
        "  ( !Manager(kindLink, lLink, sameDevice) ) |\n",
        "  ( !Manager(kindLink, lLink, sameDevice) ) | ( !Manager(kindQr, lQr, crossDevice) ) |\n",
    ),
    (
        "( ( !Device(u, idm, act, keyMaterial, kindLink, sameDevice) ) |",
        "( ( !Device(u, idm, act, keyMaterial, kindLink, sameDevice) ) | "
        "( !Device(u, idm, act, keyMaterial, kindQr, crossDevice) ) |",
    ),
]
SAME_KEYS: Changes = [
    ("sign(deviceKey(u, m, act)", "sign(deviceKey(u, idm, act)"),
    ("sign(pinKey(u, m, act)", "sign(pinKey(u, idm, act)"),
    ("Device(u, idmOther, actOther, net", "Device(u, idmOther, act, net"),
]
NO_IDM: Changes = [
    ("(purposeLogin, ch, idm, sid, challenge", "(purposeLogin, ch, sid, challenge"),
    ("=ch, =m, =sid, challenge", "=ch, =sid, challenge"),
]
NO_SESSION: Changes = [
    ("(purposeLogin, ch, idm, sid, challenge, act,", "(purposeLogin, ch, idm, challenge, act,"),
    ("=ch, =m, =sid, challenge: bitstring", "=ch, =m, challenge: bitstring"),
]
NO_CHANNEL: Changes = [
    ("(purposeLogin, ch, idm, sid, challenge, act,", "(purposeLogin, idm, sid, challenge, act,"),
    ("let (=purposeLogin, =ch, =m, =sid, challenge", "let (=purposeLogin, =m, =sid, challenge"),
]
NO_ACTIVATION: Changes = [
    ("idm, sid, challenge, act, w, roleAt(w), setDevicePin", "idm, sid, challenge, w, roleAt(w), setDevicePin"),
    ("challenge: bitstring, =act, =w", "challenge: bitstring, =w"),
]
COMPARED = "challenge: bitstring, =act, =w, =role, =setDevicePin, =alias, digest: bitstring) =\n    statement in"
NO_CHALLENGE: Changes = [
    ("(purposeLogin, ch, idm, sid, challenge, act,", "(purposeLogin, ch, idm, sid, act,"),
    (
        "=ch, =m, =sid, " + COMPARED,
        "=ch, =m, =sid, =act, =w, =role, =setDevicePin, =alias, digest: bitstring) = statement in "
        "let challenge = nothing in",
    ),
    ("aliasOf(w, acc), challenge);", "aliasOf(w, acc), nothing);"),
]
NOTHING_FRESH: Changes = [
    (
        "(purposeLogin, ch, idm, sid, challenge, act, w, roleAt(w), setDevicePin, aliasOf(w, acc), digest)",
        "(purposeLogin, ch, idm, act, w, roleAt(w), setDevicePin, aliasOf(w, acc))",
    ),
    (
        "let (=purposeLogin, =ch, =m, =sid, " + COMPARED,
        "let (=purposeLogin, =ch, =m, =act, =w, =role, =setDevicePin, =alias) = statement in "
        "let challenge = nothing in",
    ),
    ("aliasOf(w, acc), challenge);", "aliasOf(w, acc), nothing);"),
]
PIN_NOT_VERIFIED: Changes = [
    ("  if verify(pinOf, jws(typConsent, setDevicePin, kidPin, statement), byPin) = true then\n", "")
]

SIGN = [
    ("as it stands", "?+++++++", []),
    ("no seal", "-++++--+", NO_SEAL),
    ("leak: key-encryption key", "?++++??+", leak("out(net, ms)")),
    ("no seal; leak: key-encryption key", "-++++--+", NO_SEAL + leak("out(net, ms)")),
    ("no seal; leak: devices, without PINs", "-++-+--+", NO_SEAL + leak(DEVICES)),
    ("no seal; leak: PINs, without devices", "-+-++--+", NO_SEAL + leak(PINS)),
    ("no seal; leak: devices and PINs", "-------+", NO_SEAL + leak(DEVICES + " | " + PINS)),
    ("no seal; QR codes and links", "-++++--+", NO_SEAL + CODES_TOO),
    ("no seal; broken: same keys at both managers", "-++++--+", NO_SEAL + SAME_KEYS),
    ("no seal; broken: no idm in the statement", "-++++--+", NO_SEAL + NO_IDM),
    ("no seal; broken: same keys, no idm", "--+++--+", NO_SEAL + SAME_KEYS + NO_IDM),
    (
        "no seal; broken: service not compared",
        "--+++--+",
        NO_SEAL + [("=act, =w, =role, =setDevicePin", "=act, w2: bitstring, =role, =setDevicePin")],
    ),
    (
        "no seal; broken: role not compared",
        "--+++--+",
        NO_SEAL + [("=act, =w, =role, =setDevicePin", "=act, =w, role2: bitstring, =setDevicePin")],
    ),
    (
        "no seal; broken: alias not compared",
        "--+++--+",
        NO_SEAL + [("=setDevicePin, =alias, digest", "=setDevicePin, alias2: bitstring, digest")],
    ),
    (
        "no seal; broken: session not compared",
        "--+++--+",
        NO_SEAL + [("=ch, =m, =sid, challenge: bitstring", "=ch, =m, sid2: bitstring, challenge: bitstring")],
    ),
    ("no seal; broken: no session in the statement", "--+++--+", NO_SEAL + NO_SESSION),
    ("no seal; broken: no challenge in the statement", "-++++--+", NO_SEAL + NO_CHALLENGE),
    ("no seal; broken: no session, challenge, digest", "--+++--+", NO_SEAL + NOTHING_FRESH),
    ("no seal; broken: no channel in the statement", "-++++--+", NO_SEAL + NO_CHANNEL),
    ("no seal; QR codes and links; broken: no channel", "--+++--+", NO_SEAL + CODES_TOO + NO_CHANNEL),
    ("no seal; broken: no activation in the statement", "-++++--+", NO_SEAL + NO_ACTIVATION),
    ("no seal; broken: PIN not verified; leak: devices", "--+-+--+", NO_SEAL + leak(DEVICES) + PIN_NOT_VERIFIED),
]

# ---- keys.pv

KEYS = [
    ("as it stands, online keys stolen", "-++", []),
    (
        "broken: a new epoch needs the online key alone",
        "--+",
        [
            (
                "verify(pk(root), document, byRoot) = true then out(next",
                "verify(o, document, byOnline) = true then out(next",
            )
        ],
    ),
    (
        "broken: fingerprint without the root's signature",
        "--+",
        [("      if verify(pk(root), document, byRoot) = true then\n      event Seals", "      event Seals")],
    ),
]

# ---- enrol.pv

LINKS = "!in(net, act: bitstring); out(net, activationSecret(act))"
NO_ENROLMENT_CHALLENGE: Changes = [
    ("idm, act, challenge, pk(key)", "idm, act, pk(key)"),
    ("=act, =challenge, device", "=act, device"),
]


def writer(check: str) -> Changes:
    """Somebody writes an activation of any account, and an open token with a challenge, into the database.

    - Parameter check: the manager's check of the token at `personalizeFinish`.
    """
    return leak(
        "!in(net, (u: person, act: bitstring, token: bitstring, challenge: bitstring)); "
        + check
        + "in(net, (statement: bitstring, byDevice: bitstring, byPin: bitstring)); "
        "let (=purposeEnrolment, =idm, =act, =challenge, device: verkey, pinOf: verkey) = statement in "
        "if verify(device, jws(typEnrolment, setDevicePin, kidDevice, statement), byDevice) = true then "
        "if verify(pinOf, jws(typEnrolment, setDevicePin, kidPin, statement), byPin) = true then "
        "event Enrolled(account(u), act, device, pinOf)"
    )


ENROL = [
    ("as it stands", "-++++", []),
    ("leak: encryption key", "---+-", leak("out(net, kem)")),
    ("leak: online key", "-?-+-", leak("out(net, keyMaterial)")),
    ("leak: key-encryption key", "-++++", leak("out(net, ms)")),
    ("leak: links, without PINs", "-+++-", leak(LINKS)),
    ("leak: PINs, without links", "-++-+", leak("!in(net, u: person); out(net, pin(u))")),
    (
        "leak: links and PINs",
        "-?+--",
        leak("!in(net, (u: person, act: bitstring)); out(net, (pin(u), activationSecret(act)))"),
    ),
    ("broken: no challenge in the statement", "-++++", NO_ENROLMENT_CHALLENGE),
    (
        "broken: token not compared, no challenge",
        "?-+++",
        NO_ENROLMENT_CHALLENGE + [("(=act, =token, statement", "(=act, token9: bitstring, statement")],
    ),
    ("broken: the person does not read the user name", "-++++", [("  if acc = account(u) then ", "")]),
    (
        "broken: PIN proof not compared; leak: links",
        "-?++-",
        leak(LINKS)
        + [("get pending(=act, acc, =hash(cred), =hash(shown))", "get pending(=act, acc, =hash(cred), any9)")],
    ),
    ("writer: tokens are compared with their hash alone", "--+++", writer("")),
    (
        "writer: tokens are computed again from their row",
        "-++++",
        writer("if token = hmac(ms, (lBearer, act, account(u), challenge)) then "),
    ),
]

# ---- act.pv

COPIED_DEVICES = "!in(net, u: person); out(net, deviceKey(u))"
NO_CONSENT: Changes = [
    ("act, hash(statement), pk(newPin))", "act, pk(newPin))"),
    ("=act, =hash(statement), new_", "=act, new_"),
]
NO_PROOF: Changes = [
    (
        "if verify(device, proofText(idm, lFinishUtility, act, enc, (act, grant, change)), shown) = true then",
        "",
    )
]
GRANT_SEALED: Changes = [
    ("free act0: bitstring.", "free act0: bitstring. free inTheSeal: channel [private]."),
    ("out(net, grant);", "out(inTheSeal, (act, sid, grant));"),
    ("in(net, grant: bitstring);", "in(inTheSeal, (=act, =sid, grant: bitstring));"),
]

ACT = [
    ("as it stands", "-++", []),
    (
        "broken: no object in the statement",
        "--+",
        [
            ("challenge, act, object) in\n  out", "challenge, act) in\n  out"),
            ("=act, =object) = statement", "=act) = statement"),
        ],
    ),
    (
        "broken: no purpose in the statement",
        "--+",
        [
            ("(purpose, idm, sid, challenge, act, object)", "(idm, sid, challenge, act, object)"),
            ("(=purpose, =idm, sid", "(=idm, sid"),
        ],
    ),
    ("broken: no consent in the key change", "-++", NO_CONSENT),
    ("broken: no consent, and no device proof", "-+-", NO_CONSENT + NO_PROOF),
    (
        "broken: key change not signed by the device, no proof",
        "-+-",
        [
            (
                "if verify(device, jws(typKeyChange, setDevicePin, kidDevice, change), byDevice2) = true then",
                "",
            ),
            *NO_PROOF,
        ],
    ),
    ("broken: PIN not verified; leak: devices", "---", leak(COPIED_DEVICES) + PIN_NOT_VERIFIED),
    ("leak: devices, without PINs", "-+-", leak(COPIED_DEVICES)),
    ("grants in the seal; leak: devices, without PINs", "-++", leak(COPIED_DEVICES) + GRANT_SEALED),
    (
        "grants in the seal; leak: PINs, without devices",
        "-++",
        leak("!in(net, u: person); out(net, pinKeyOf(u))") + GRANT_SEALED,
    ),
]

# ---- guess.pv


def holds(what: str) -> Changes:
    """The things that the attacker holds, beside what is public."""
    return [("\n  Holds\n", f"\n  out(net, (pk(device), kempub(kem))); out(net, ({what}))\n")]


GUESS = [
    ("holds: database", "+", holds("database, idm")),
    ("holds: device files", "+", holds("deviceFiles")),
    ("holds: recorded traffic", "+", holds("traffic")),
    ("holds: database, device files, traffic", "+", holds("database, deviceFiles, traffic")),
    ("holds: database and key-encryption key", "+", holds("database, kek")),
    ("holds: device files and key-encryption key", "+", holds("deviceFiles, kek")),
    ("holds: database, key-encryption key and device files", "-", holds("database, kek, deviceFiles")),
    ("holds: traffic and encryption key", "-", holds("traffic, kem")),
    ("holds: traffic, device files", "+", holds("traffic, deviceFiles")),
    ("holds: a signature of the PIN's key and device files", "-", holds("consent, deviceFiles")),
    ("holds: a signature of the PIN's key", "+", holds("consent, idm")),
    ("holds: link, database and key-encryption key", "-", holds("activationSecret, database, kek")),
    ("holds: link, traffic, database", "+", holds("activationSecret, traffic, database")),
]

RUNS = [
    Run(model, *run)
    for model, runs in {
        "browser.pv": BROWSER,
        "sign.pv": SIGN,
        "keys.pv": KEYS,
        "enrol.pv": ENROL,
        "act.pv": ACT,
        "guess.pv": GUESS,
    }.items()
    for run in runs
]
