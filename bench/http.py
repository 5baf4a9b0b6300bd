"""A person at the API: signed in with a session and the CSRF token, as a browser is."""

from typing import Any

import requests


class Person:
    def __init__(self, url: str, username: str, password: str, second_password: str = "") -> None:
        self._url = url
        self._session = requests.Session()
        self._session.get(f"{url}/", timeout=30)
        answer = self.post("/api/auth/login", {"username": username, "password": password}).json()
        if second_password:
            self.post("/api/auth/verify-second-password", {"userId": answer["id"], "secondPassword": second_password})

    def get(self, path: str, **headers: str) -> requests.Response:
        answer = self.ask("GET", path, **headers)
        answer.raise_for_status()
        return answer

    def post(self, path: str, body: dict[str, Any], **headers: str) -> requests.Response:
        answer = self.ask("POST", path, body, **headers)
        answer.raise_for_status()
        return answer

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> requests.Response:
        """The answer whatever its status."""
        token = {"X-CSRFToken": self._session.cookies.get("csrftoken", "")} if method != "GET" else {}
        return self._session.request(method, self._url + path, json=body, headers=token | headers, timeout=60)
