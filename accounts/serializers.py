"""What of a person is read and written over the API."""

from typing import Any

from accounts.models import User


def stored_user(user: User) -> dict[str, Any]:
    """What the browser keeps: 'only id, username, fullName, role, profileImage, lastLogin' (decisions §2)."""
    return {
        "id": user.id,
        "username": user.username,
        "fullName": user.full_name,
        "role": user.role,
        "profileImage": user.profile_image or None,
        "lastLogin": user.last_login.isoformat() if user.last_login else None,
    }
