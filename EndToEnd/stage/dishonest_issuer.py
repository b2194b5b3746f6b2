"""An OpenID issuer that can send wrong tokens, for tests of the website."""

import threading
import time

from flask import Flask, redirect, request
from joserfc import jwt
from joserfc.jwk import ECKey
from werkzeug.serving import make_server

from .processes import free_port


class DishonestIssuer:
    """Logs everyone in at once. `changes` apply to the ID token's claims; `signs_with` replaces its key; `user_info` is
    the answer of the user info endpoint."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.changes: dict = {}
        self.key = ECKey.generate_key("P-256", {"kid": "published"})
        self.signs_with = self.key
        self.user_info: dict = {"sub": "somebody"}
        self.asked: dict = {}
        issuer = Flask("issuer")
        issuer.get("/.well-known/openid-configuration")(self.configuration)
        issuer.get("/keys")(lambda: {"keys": [self.key.as_dict(private=False)]})
        issuer.get("/authorize")(self.authorize)
        issuer.post("/token")(self.token)
        issuer.get("/user")(self.user)
        self.server = make_server("127.0.0.1", self.port, issuer, threaded=True)
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()

    def configuration(self):
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/user",
            "jwks_uri": f"{self.url}/keys",
            "id_token_signing_alg_values_supported": ["ES256"],
        }

    def authorize(self):
        self.asked = request.args.to_dict()
        return redirect(f"{self.asked['redirect_uri']}?code=code&state={self.asked['state']}")

    def token(self):
        now = int(time.time())
        claims = {
            "iss": self.url,
            "sub": "somebody",
            "aud": self.asked["client_id"],
            "iat": now,
            "exp": now + 60,
            "nonce": self.asked["nonce"],
        } | self.changes
        id_token = jwt.encode({"alg": "ES256", "kid": "published"}, claims, self.signs_with)
        return {"access_token": "token", "token_type": "Bearer", "expires_in": 300, "id_token": id_token}

    def user(self):
        return self.user_info
