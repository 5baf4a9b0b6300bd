"""What a path of ours is called."""

from core.events import publish


def title_of(path: str) -> str:
    [titles] = publish("page_titles_wanted")
    return str(titles.get(path, path))
