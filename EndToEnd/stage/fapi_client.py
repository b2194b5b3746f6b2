"""A client of the FAPI 2.0 Security Profile: pushed requests, signed assertions, and proofs of its key (DPoP)."""

import json
import secrets
import time
from dataclasses import dataclass, field
from hashlib import sha256

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from .conformance_suite import Client, Request, checked_tokens, checked_user_info
from .plain_browser import PlainBrowser, encoded

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


def part(value: dict) -> str:
    """A part of a JWT in compact serialization."""
    return encoded(json.dumps(value).encode())


class SigningKey:
    """A P-256 key that signs JWTs of any content, right or wrong."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        numbers = self.private.public_key().public_numbers()
        self.jwk = {
            "crv": "P-256",
            "kty": "EC",
            "x": encoded(numbers.x.to_bytes(32, "big")),
            "y": encoded(numbers.y.to_bytes(32, "big")),
        }

    @property
    def private_jwk(self) -> dict:
        return self.jwk | {"d": encoded(self.private.private_numbers().private_value.to_bytes(32, "big"))}

    @property
    def thumbprint(self) -> str:
        """The thumbprint of the public key (RFC 7638)."""
        canonical = json.dumps(self.jwk, sort_keys=True, separators=(",", ":"))
        return encoded(sha256(canonical.encode()).digest())

    def sign(self, header: dict, claims: dict) -> str:
        content = f"{part(header)}.{part(claims)}"
        r, s = decode_dss_signature(self.private.sign(content.encode(), ec.ECDSA(SHA256())))
        return f"{content}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def changed(members: dict, changes: dict | None) -> dict:
    """The members with changes; `None` removes one."""
    return {name: value for name, value in (members | (changes or {})).items() if value is not None}


@dataclass
class FAPIClient(Client):
    """A client that `profile: fapi2` binds. It has no secret: `key` signs its assertions."""

    secret: str = ""
    algorithm: str = "ES256"
    key: SigningKey = field(default_factory=SigningKey)
    dpop_key: SigningKey = field(default_factory=SigningKey)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    def assertion(self, *, header: dict | None = None, key: SigningKey | None = None, **changes) -> dict[str, str]:
        """The members of a form by which the client authenticates (RFC 7523, section 2.2)."""
        now = int(time.time())
        claims = {
            "iss": self.client_id,
            "sub": self.client_id,
            "aud": self.issuer,
            "jti": secrets.token_urlsafe(15),
            "iat": now,
            "exp": now + 60,
        }
        signed = (key or self.key).sign(changed({"alg": "ES256", "kid": "1"}, header), changed(claims, changes))
        return {"client_assertion_type": ASSERTION_TYPE, "client_assertion": signed}

    def proof(
        self,
        method: str,
        url: str,
        *,
        token: str | None = None,
        key: SigningKey | None = None,
        header: dict | None = None,
        **changes,
    ) -> str:
        """A proof of possession of the key (RFC 9449, section 4.2)."""
        key = key or self.dpop_key
        claims = {"jti": secrets.token_urlsafe(15), "htm": method, "htu": url, "iat": int(time.time())}
        if token:
            claims["ath"] = encoded(sha256(token.encode()).digest())
        return key.sign(changed({"typ": "dpop+jwt", "alg": "ES256", "jwk": key.jwk}, header), changed(claims, changes))

    def parameters(self, **changes: str | None) -> dict[str, str]:
        """The parameters of a request to push."""
        challenge = encoded(sha256(self.verifier.encode()).digest())
        pkce = {"code_challenge": challenge, "code_challenge_method": "S256"}
        return super().request(**pkce | changes).parameters

    def push(
        self, parameters: dict, *, assertion: dict | None = None, proof: str | None = None, method: str = "POST"
    ) -> requests.Response:
        """Sends a request to the endpoint for pushed requests (RFC 9126, section 2.1)."""
        return requests.request(
            method,
            self.metadata["pushed_authorization_request_endpoint"],
            data=parameters | (self.assertion() if assertion is None else assertion),
            headers={"DPoP": proof} if proof else {},
            timeout=10,
        )

    def request(
        self,
        browser: PlainBrowser | None = None,
        *,
        outside: dict | None = None,
        proof: str | None = None,
        **changes: str | None,
    ) -> Request:
        """A pushed request. `outside` are the parameters that the browser brings beside `client_id` and `request_uri`;
        by default those that RFC 6749 and OpenID Connect demand there."""
        parameters = self.parameters(**changes)
        response = self.push(parameters, proof=proof)
        assert response.status_code == 201, response.text
        if outside is None:
            outside = {name: parameters[name] for name in ("response_type", "scope", "redirect_uri")}
        sent = {"client_id": self.client_id, "request_uri": response.json()["request_uri"]} | outside
        return Request(self, parameters, browser or PlainBrowser(), sent)

    @property
    def token_proof(self) -> str:
        return self.proof("POST", self.metadata["token_endpoint"])

    def redeem(
        self, code: str, *, assertion: dict | None = None, proof: str | None = None, **changes: str | None
    ) -> requests.Response:
        """Exchanges a code. An empty proof sends none."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
        }
        return self.token_request(changed(form, changes), assertion=assertion, proof=proof)

    def refresh(self, token: str, *, proof: str | None = None, **changes: str) -> requests.Response:
        return self.token_request({"grant_type": "refresh_token", "refresh_token": token} | changes, proof=proof)

    def token_request(
        self, form: dict, *, assertion: dict | None = None, proof: str | None = None
    ) -> requests.Response:
        proof = self.token_proof if proof is None else proof
        return requests.post(
            self.metadata["token_endpoint"],
            data=form | (self.assertion() if assertion is None else assertion),
            headers={"DPoP": proof} if proof else {},
            timeout=10,
        )

    def tokens(self, code: str, **changes) -> dict:
        return checked_tokens(self.redeem(code, **changes), token_type="DPoP")

    def user_info_proof(self, token: str, **changes) -> str:
        return self.proof("GET", self.metadata["userinfo_endpoint"], token=token, **changes)

    def get_user_info(self, token: str, proof: str | None = None, scheme: str = "DPoP") -> requests.Response:
        """Asks for user info, with a right proof unless another one is given. An empty proof sends none."""
        proof = self.user_info_proof(token) if proof is None else proof
        headers = {"Authorization": f"{scheme} {token}"} | ({"DPoP": proof} if proof else {})
        return requests.get(self.metadata["userinfo_endpoint"], headers=headers, timeout=10)

    def user_info(self, access_token: str) -> dict:
        return checked_user_info(self.get_user_info(access_token))
