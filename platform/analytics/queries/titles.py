"""What a path of ours is called."""

from core.navigation import SECTIONS

TITLES = {item.href: item.label for section in SECTIONS for item in section.items} | {
    "/integrations": "Integrações",
    "/game-selection": "Criar Contas",
    "/runs/:run_id": "Execução",
    "/privacidade": "Privacidade",
    "/novidades": "Novidades",
    "/404": "Página inexistente",
}


def title_of(path: str) -> str:
    return TITLES.get(path, path)
