"""The API of people; its routes are in config.api_urls."""

from accounts.api.people import TRAIL_LENGTH, PeopleApi, ProfileImageApi
from accounts.api.sign_in import SignInApi
