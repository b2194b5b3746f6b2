"""Inputs of the protocol's readers: the published vectors, mutated."""

import base64
import json
import random
import re
from collections.abc import Callable
from urllib.parse import quote

from .protocol_pages import VECTORS

# Pieces that readers of JSON and of text judge differently.
FRAGMENTS = [
    *(bytes([byte]) for byte in b'"\\{}[],: \t\n\r\x00\x0b\x0c\x7f=+/-_0'),
    *(text.encode() for text in "\u0080\u00a0\u3000\ufeff\ufffe\ufdd0\U0001ffff\u2028\u202e\u061c\u200dａé"),
    *(b"e\xcc\x81", b"\xcc\x81\xcc\x81"),
    *(b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80"),
    *rb"\u0000 \ud800 \udc00 \ud83d\ude00 \uFFFF \u00e9 \/ \b \f \n \x \u12g4".split(),
    *b"-0 -1 00 1e1 1.0 9007199254740991 9007199254740992 -9007199254740991 99999999999999999999".split(),
    *b'true false null NaN __proto__ "__proto__":1, constructor "v":1, "aliasText":"a", "aliasId":"" [] {} ""'.split(),
    *b'"biometric" "device" "pin" "otp" "yubikey" "factor" "offlineUntil":1, "transaction":{}, "utility":{},'.split(),
    *b'"kind":"value", "kind":"permission", "value" "permission" "email" "isRequired":true, "__proto__"'.split(),
    *b'"login" "transaction" "changePin" "delete" "merge" "crossDevice" "api" "error":"malformed", "result"'.split(),
]
ORIGINS = b"""https://login.example.org https://a http://localhost:8080 http://127.0.0.1 http://[::1]:8080
    https://1.2.3.4:444 https://xn--bcher-kva.example:65535 https://a-b.c-d.example""".split()
ORIGIN_PARTS = [
    *b". .. - : / 0 1 255 256 0x 0x1f 443 80 :443 :80 :8080 :0 :65536 @ A a [::1] [ ] # ? %41 http:// https://".split(),
    *(b"localhost", b"127.0.0.1", b"_", b"08", b" ", b"\n", "é".encode(), b"a" * 63, b"a" * 64, b"1.2.3.4", b"xign://"),
]
TEXTS = ["Canteen", "Zoë", "a" * 255, "é" * 127, "", "ấ", "👩‍👩‍👧", "क्‍ष", " a ", "﷽"]
PHONE_NUMBERS = [
    *("+49 (151) 234.567/89", "tel:+49-151-23456789", "+٤٩ ١٥١ ٢٣٤٥٦٧٨٩", "+49 (0)151 23456789", "0049 151 23456789"),
    *("+49 151 23456789;ext=12", "\uff0b\uff14\uff19 151 23456789", "\u202a+49\xa0151\u201123456789\u202c"),
]
ADDRESSES = ["1 Weg|51147|Köln|NW|DE", "Flat 3\n1 Nathan Road||Hong Kong||hk", "A|1||B|DE", "A\r\nB|1|C| |fr"]
# Characters that people type and paste into names and numbers, and those that programs add.
TYPED = [
    *" \t\n\r\x0b\x0c\x85\xa0\u1680\u2003\u2028\u202f\u3000-\u2010\u2011\u2013\u2014\u2212\uff0d.\xb7\u30fb/\u2044",
    *"()[]{}\uff08\uff09+\uff0b;,#*x\xe9\u3042\xad\u200b\u200c\u200d\u200e\u202a\u202e\u2060\ufeff",
    *"\ufe0f\ufe00\U000e0100\u0301\u20e3\xb2\u2460|0\u0660\u06f2\u0968\u09e7\uff14\U0001d7d8\U0001fbf0葛",
    *("(0)", "( ٠ )", "tel:", "TEL:", "👩‍👩‍👧"),
]
ED25519_PRIME = 2**255 - 19
ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def load(name: str):
    return json.loads((VECTORS / f"{name}.json").read_text())


class Mutations:
    """A generator of inputs, by a seed."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        strict, signed, forms = load("strict-json"), load("statements"), load("consents")
        self.consents = [
            *[decode(strict["consent"])] * 10,
            *(decode(vector["bytes"]) for vector in [*strict["statements"], *forms["originals"]]),
        ]
        self.json = [decode(vector["bytes"]) for vector in strict["inputs"] if len(vector["bytes"]) < 4000]
        self.envelopes = [vector["jws"].encode() for vector in signed]
        self.materials = [
            decode(json.loads(vector["jws"])["payload"]) for vector in signed if "material" in vector["typ"]
        ]
        self.starts = [start.encode() for start in load("comparison")["starts"]]
        self.offers = [vector["start"].encode() for vector in load("offers")]
        self.pins = [example["pin"].encode() for example in load("pins")["examples"]]

    @property
    def kinds(self) -> dict[str, Callable[[], bytes]]:
        """A function for each kind of input that the judges know."""
        choose = self.random.choice
        return {
            "json": lambda: self.mutated(choose(self.json + self.consents)),
            "consent": lambda: self.mutated(choose(self.consents)),
            "keyMaterial": lambda: self.mutated(choose(self.materials)),
            "signed": self.envelope,
            "origin": lambda: self.origin(),
            "link": self.link,
            "text": lambda: self.mutated(choose(TEXTS).encode()),
            "typed": lambda: self.mutated(choose(TEXTS).encode()),
            "bytes": lambda: self.mutated(encode(self.random.randbytes(self.random.randrange(9))).encode()),
            "typedPin": lambda: self.respelled("20481632"),
            "phone": lambda: self.respelled(choose(PHONE_NUMBERS)),
            "flaw": lambda: self.respelled(choose(TEXTS)),
            "address": lambda: self.respelled(choose(ADDRESSES)),
            "pin": self.pin,
            "key": self.key,
            "start": lambda: self.mutated(choose(self.starts)),
            "offers": lambda: self.mutated(choose(self.offers)),
            **{name: lambda name=name: self.mutated(choose(self.answers(name))) for name in ANSWERS},
        }

    def respelled(self, text: str) -> bytes:
        """Returns the text with none to three characters that people type and paste."""
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            place = self.random.randrange(len(text) + 1)
            removed = self.random.choice([0, 0, 1, 2])
            text = text[:place] + self.random.choice(TYPED) + text[place + removed :]
        return text.encode()

    def lines(self, count: int) -> list[str]:
        """Returns a number of inputs of each kind."""
        return [f"{kind} {encode(make())}" for _ in range(count) for kind, make in self.kinds.items()]

    def mutated(self, data: bytes) -> bytes:
        """Returns the data with none to three changes."""
        data = bytearray(data)
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
            way, start = self.random.random(), self.random.randrange(len(data) + 1)
            tokens = list(re.finditer(rb'"[^"]*"|-?\d+|true|false', bytes(data)))
            if way < 0.2:
                data[start:start] = self.random.choice(FRAGMENTS)
            elif way < 0.35:
                data[start : start + self.random.randrange(1, 6)] = self.random.choice(FRAGMENTS)
            elif way < 0.5 and data:
                data[min(start, len(data) - 1)] = self.random.randrange(256)
            elif way < 0.6:
                del data[start : start + self.random.randrange(1, 12)]
            elif way < 0.7:
                place = self.random.randrange(len(data) + 1)
                data[place:place] = data[start : start + self.random.randrange(1, 60)]
            elif tokens:
                one, other = self.random.choice(tokens), self.random.choice(tokens)
                data[one.start() : one.end()] = self.random.choice([other.group(), self.random.choice(FRAGMENTS)])
        return bytes(data)

    def envelope(self) -> bytes:
        """A JWS that is mutated outside, or in one of its headers."""
        chosen = self.random.choice(self.envelopes)
        if self.random.random() < 0.5:
            return self.mutated(chosen)
        document = json.loads(chosen)
        signature = self.random.choice(document["signatures"])
        signature["protected"] = encode(self.mutated(decode(signature["protected"])))
        return json.dumps(document, separators=(",", ":")).encode()

    def origin(self) -> bytes:
        data = bytearray(self.random.choice(ORIGINS))
        for _ in range(self.random.choice([0, 1, 1, 2])):
            start = self.random.randrange(len(data) + 1)
            removed = self.random.choice([0, 0, *range(1, 5)])
            data[start : start + removed] = self.random.choice([*ORIGIN_PARTS, b""])
        return bytes(data)

    def link(self) -> bytes:
        """A pid, bare or in a link."""
        head = bytes([self.random.choice([1] * 9 + [0, 2]), self.random.choice([1, 2, 3, 4, 5] * 3 + [0, 6])])
        long = b"https://" + b"a." * self.random.choice([20, 90, 100, 107]) + b"a"
        origin = self.random.choice([self.origin(), self.random.choice(ORIGINS), long])
        pid = encode(head + self.random.randbytes(self.random.choice([32] * 9 + [31, 33])) + origin).encode()
        pid = self.random.choice([pid, pid, pid, self.mutated(pid)])
        if self.random.random() < 0.2:
            return self.damaged(self.random.choice(ORIGINS) + b"/a#" + pid)
        if self.random.random() < 0.4:
            return pid
        path = self.random.choice([b"/a", b"/a", b"/a", b"/a", b"/b", b"", b"/a/", b"/A", b"/a?x"])
        return self.origin() + path + self.random.choice([b"#", b"#", b"#", b"##", b""]) + pid

    def damaged(self, link: bytes) -> bytes:
        """A link as mail programs and networks change it, or a part of one."""
        place = self.random.randrange(len(link) + 1)
        escaped = quote(link, safe="").encode()
        return self.random.choice(
            [
                link[:place],
                link[:place] + self.random.choice([b"\n", b"\r\n  ", b" ", b"=\n", "\xa0".encode()]) + link[place:],
                self.random.choice([b"<", b"_", b"see ", b"(", b"URL:", b"x"]) + link,
                b"<" + link + self.random.choice([b".", b">", b"_", b""]),
                link + self.random.choice([b"&fbclid=1", b"/", b"A", b"-", b"%20", b"#"]),
                self.random.choice([b"https://r.example/?url=", b"https://r.example/a?u=", b"x://", b""]) + escaped,
                b"https://r.example/?url=" + quote(escaped, safe="").encode() + b"&data=05",
                b"https://r.example/" + link,
                link.replace(b"#", b"?utm_source=x#", 1),
                b" " + link + b"\n",
            ]
        )

    def pin(self) -> bytes:
        digits = bytes(self.random.choice(b"0123456789") for _ in range(self.random.randrange(4, 9)))
        return self.random.choice([digits, self.mutated(digits), *self.random.choices(self.pins, k=2)])

    def key(self) -> bytes:
        """A key of Ed25519, or bytes that resemble one."""
        near = self.random.randrange(30)
        y = self.random.choice(
            [near, ED25519_PRIME - near, ED25519_PRIME + near % 19, ORDER_8, ED25519_PRIME - ORDER_8]
        )
        y = self.random.choice([y, self.random.randrange(2**255)])
        data = (y | self.random.getrandbits(1) << 255).to_bytes(32, "little")
        return data[: self.random.choice([32] * 19 + [31])]

    @staticmethod
    def answers(name: str) -> list[bytes]:
        return [json.dumps(answer, separators=(",", ":")).encode() for answer in [*ANSWERS[name], *REFUSALS]]


LOCKOUT = {"isPermanent": False, "lockedUntil": 1800000000, "retryAfterSeconds": 30}
FOR_GOOD = {"isPermanent": True}
SERVICE = {
    "id": "canteen",
    "name": "Canteen",
    "origin": "https://canteen.example.org",
    "description": "Lunch\nand more",
}
ORGANIZATION = {"id": "acme", "name": "Acme", "website": "https://acme.example.org", "address": "Street 1\nTown"}
PERSON = {"userName": "ada", "alias": "phone", "factors": ["device", "pin"]}
POLICY = {"minimumLength": 6, "maximumLength": 32}
BYTES_32, BYTES_16 = encode(bytes(range(32))), encode(bytes(range(16)))

# Answers to be mutated. Those to `start` are in comparison.json.
ANSWERS = {
    "open": [
        {
            "personalize": {
                "openToken": BYTES_32,
                "challenge": BYTES_32,
                "userName": "ada",
                "alias": "phone",
                "organization": ORGANIZATION,
                "service": SERVICE,
                "pinPolicy": POLICY,
                "newPinRequired": True,
                "requiredFactors": ["device", "pin"],
                "optionalFactors": ["biometric"],
                "wrongPins": 1,
            }
        },
        {"lockout": LOCKOUT},
        {"lockout": FOR_GOOD},
        {"alreadyUsedAt": 1800000000},
    ],
    "prepare": [{"errors": {"email": "dataMissing", "gender": "invalid"}}, {"statement": BYTES_32}],
    "finish": [
        {
            "result": {
                "outcome": "apiAccessChangePin",
                "service": SERVICE,
                "organization": ORGANIZATION,
                "roleName": "Member",
                "failedAttemptsSinceLastSuccess": 0,
                "grant": BYTES_32,
                "returnSecret": BYTES_32,
            }
        },
        {"refusal": {"lockout": LOCKOUT, "nextStatement": BYTES_32}},
        {"refusal": {"lockout": FOR_GOOD}},
    ],
    "personalizeFinish": [PERSON],
    "status": [
        {
            **PERSON,
            "lockout": LOCKOUT,
            "notices": [{"number": 3, "at": 1800000000, "kind": "pinChanged", "device": "tablet"}],
        }
    ],
    "startUtility": [{"sessionId": BYTES_16, "sessionToken": BYTES_32, "pinPolicy": POLICY}],
}
REFUSALS = [
    {"error": "lockedOut", "lockout": LOCKOUT},
    {"error": "coolDown", "retryAfterSeconds": 60},
    {"error": "securityInsufficient", "findings": ["rooted", "of a later version"]},
    {"error": "clientTooOld", "minimumVersion": "2.0.0"},
]
