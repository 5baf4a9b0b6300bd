"""Settings of every installation: one file, the environment decides."""

import tomllib
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext

from config import env

django_stubs_ext.monkeypatch()

ROOT = Path(__file__).resolve().parents[2]
env.load(ROOT)
VAR_DIR = env.folder("VAR_DIR", ROOT / "var", root=ROOT)
env.ensure_secrets(VAR_DIR)

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.nonempty("SECRET_KEY", "sem ela nenhuma sessão é segura")
FIELD_ENCRYPTION_KEYS = env.fernet_keys("FIELD_ENCRYPTION_KEYS")
HOST = env.bind_host("HOST", "127.0.0.1")
PORT = env.integer("PORT", 8000, minimum=1, maximum=65534)
WEB_CONCURRENCY = env.integer("WEB_CONCURRENCY", 2, minimum=1, maximum=64)
ALLOWED_HOSTS = env.served_hosts("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS", below=True)
CORS_ALLOWED_ORIGINS = env.origins("CORS_ALLOWED_ORIGINS")
CORS_ALLOW_CREDENTIALS = True
TRUSTED_PROXY_COUNT = env.integer("TRUSTED_PROXY_COUNT", 0, minimum=0, maximum=10)

# The product's own
COMPANY_NAME = env.text("COMPANY_NAME", "Sistema")
PUBLIC_BASE_URL = env.url("PUBLIC_BASE_URL", f"http://127.0.0.1:{PORT}", whole=True)
GAMEBOOST_BASE_URL = env.url("GAMEBOOST_BASE_URL", "https://api.gameboost.com/v1")
SANDBOX_ORIGIN = env.url("SANDBOX_ORIGIN", f"http://127.0.0.1:{PORT + 1}", whole=True)
OUTBOUND_ALLOWED_HOSTS = env.host_list("OUTBOUND_ALLOWED_HOSTS")
BULK_PAUSE_MS = env.integer("BULK_PAUSE_MS", 500, minimum=0, maximum=60_000)
BULK_VERIFY_AFTER_S = env.integer("BULK_VERIFY_AFTER_S", 60, minimum=0, maximum=3600)
BULK_LEASE_S = env.integer("BULK_LEASE_S", 20, minimum=1, maximum=600)
LZT_PURCHASE_ENABLED = env.flag("LZT_PURCHASE_ENABLED")
ANALYSIS_LLM_BASE_URL = env.url("ANALYSIS_LLM_BASE_URL")
ANALYSIS_LLM_API_KEY = env.text("ANALYSIS_LLM_API_KEY")
ANALYSIS_LLM_MODEL = env.text("ANALYSIS_LLM_MODEL")
HEATMAP_URL = env.url("HEATMAP_URL", query=True)
EMAIL_SERVER = env.email_server("EMAIL_URL")
DEFAULT_FROM_EMAIL = env.nonempty("EMAIL_FROM", "EMAIL_URL envia com esse remetente") if EMAIL_SERVER else ""
TELEGRAM_BOT_TOKEN = env.text("TELEGRAM_BOT_TOKEN")
TELEGRAM_BOT_NAME = env.text("TELEGRAM_BOT_NAME").removeprefix("@")
TELEGRAM_API_URL = env.url("TELEGRAM_API_URL", "https://api.telegram.org")
METRICS_TOKEN = env.text("METRICS_TOKEN")
SENTRY_DSN = env.sentry_dsn("SENTRY_DSN", OUTBOUND_ALLOWED_HOSTS)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "corsheaders",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    *("core", "infra", "accounts", "notifications", "analytics", "earnings"),
    *("loyalty", "tasks", "marketplace", "bulk", "shell"),
]

MIDDLEWARE = [
    "accounts.middleware.LogInFloodMiddleware",
    "infra.middleware.RequestContextMiddleware",
    "infra.middleware.SecureCookies",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "infra.middleware.CompressPages",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.middleware.SignInMiddleware",
]

# Who acts on what another app publishes (core.events), in this order.
SUBSCRIBERS = {
    "counted": ["analytics.actions.record"],
    "person_added": ["earnings.actions.open_balance"],
    # Inside the removal's transaction, in the order of locks. Each settles what is its own, and refuses with its errors.
    "person_removed": [
        "notifications.actions.follow_removal",
        "bulk.actions.removal.follow_removal",
        "marketplace.actions.configurations.follow_removal",
        "tasks.actions.follow_removal",
    ],
    # With the moment of the copy, on the restored database.
    "backup_restored": ["bulk.actions.runs.pause_restored_runs"],
    # With the new connection. Whoever still waits for what was sent by the former version raises a Conflict.
    "api_version_changing": ["bulk.actions.runs.change_version"],
    # With the connection and who mended it, outside of a transaction; each answers how many runs go on.
    "key_works": ["bulk.actions.runs.resume_waiting_runs"],
    # With the market, and ids of listings there with those of their orders, or one id; inside a transaction.
    "listings_sold": ["bulk.transitions.note_sales"],
    "listing_back": ["bulk.transitions.note_back"],
    "listing_gone": ["bulk.transitions.note_gone"],
    # With the market and an id of a listing there that is a draft; whether it is to be taken down.
    "publishing_draft": ["bulk.queries.is_leaving"],
    # With the market and its orders, or the disputes about them; inside a transaction. Answered are how many orders are
    # new or stand otherwise now, and which orders of disputes are not known.
    "orders_shown": ["bulk.orders.note_orders"],
    "disputes_shown": ["bulk.orders.note_disputes"],
    # With a game and a login; what the account is recognised by over markets.
    "account_index_wanted": ["bulk.queries.account_index"],
    # With an id of a person; {accounts, sold, refunded, pay} of the accounts that they created.
    "production_wanted": ["bulk.results.figures.production_of"],
    "page_titles_wanted": ["shell.navigation.page_titles"],
    # Answered are the games that accounts are created of, as (slug, title).
    "game_titles_wanted": ["bulk.games.catalogue.all_titles"],
    # With texts; where accounts of the game that they name are created.
    "creator_wanted": ["bulk.queries.creator_named"],
    "source_wanted:bulk_row": ["bulk.queries.describe_row"],
    "source_wanted:task": ["tasks.queries.describe_task"],
    "source_wanted:listing": ["marketplace.queries.describe_listing"],
    # With ids of groups; each answers its earnings.queries.Kind.
    "kind_wanted:bulk_row": ["bulk.queries.describe_runs"],
    "kind_wanted:task": ["tasks.queries.describe_tasks"],
    "kind_wanted:listing": ["marketplace.queries.describe_listings"],
}

ROOT_URLCONF = "config.urls"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "shell.navigation.shell",
            ],
        },
    }
]

_WAITS = {"wait_s": env.integer("DATABASE_WAIT_S", 5, minimum=1, maximum=600), "lease_s": BULK_LEASE_S}
DATABASES = {"default": env.database("DATABASE_URL", VAR_DIR / "db.sqlite3", root=ROOT, **_WAITS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Sign-in
AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["accounts.hashers.Argon2Hasher"]
# What is left of a password without these, the company's name and the person's own has to be a password still.
GUESSED_WORDS = ["sistema", "plataforma", "admin", "administrador", "funcionario", "contas"]
GUESSED_WORDS += ["gameboost", "lzt", "market", "roblox", "fortnite", "valorant", "war", "thunder"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 6}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.rules.NoNamesValidator", "OPTIONS": {"words": [COMPANY_NAME, *GUESSED_WORDS]}},
]
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=14).total_seconds())
SESSION_IDLE = timedelta(days=3)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "core.handlers.csrf_failure"
# infra.middleware.SecureCookies has the last word, by what each request came over, of names too.
_HTTPS = PUBLIC_BASE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _HTTPS
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Language, time and numbers (documents, section 1)
LANGUAGE_CODE = "pt-br"
TIME_ZONE = "America/Sao_Paulo"
FORMAT_MODULE_PATH = "config.formats"
USE_THOUSAND_SEPARATOR = True

# Files
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [ROOT / "static"]
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"
MEDIA_STORAGE = env.choice("MEDIA_STORAGE", "local", ("local", "s3"))
# Uploaded images carry the public address, which may be another name of this place or a storage of its own.
_IMAGES_FROM = [PUBLIC_BASE_URL]
_MEDIA = {"local": "django.core.files.storage.FileSystemStorage", "s3": "storages.backends.s3.S3Storage"}
STORAGES = {
    "default": {"BACKEND": _MEDIA[MEDIA_STORAGE]},
    # esbuild already puts the hash in the name, so nothing is renamed a second time.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/dist/.+-[A-Z0-9]{8}\.[a-z0-9]+$"
WHITENOISE_MAX_AGE = 3600
if MEDIA_STORAGE == "s3":
    AWS_STORAGE_BUCKET_NAME = env.nonempty("AWS_STORAGE_BUCKET_NAME", "MEDIA_STORAGE=s3 guarda as imagens nesse bucket")
    AWS_S3_ENDPOINT_URL = env.url("AWS_S3_ENDPOINT_URL") or None
    AWS_S3_REGION_NAME = env.text("AWS_S3_REGION_NAME") or None
    AWS_S3_CUSTOM_DOMAIN = env.text("AWS_S3_CUSTOM_DOMAIN") or None
    _REGION = f".{AWS_S3_REGION_NAME}" if AWS_S3_REGION_NAME else ""
    _AMAZON = f"https://{AWS_STORAGE_BUCKET_NAME}.s3{_REGION}.amazonaws.com"
    _IMAGES_FROM += [f"https://{AWS_S3_CUSTOM_DOMAIN}" if AWS_S3_CUSTOM_DOMAIN else AWS_S3_ENDPOINT_URL or _AMAZON]
    AWS_QUERYSTRING_AUTH = env.flag("AWS_QUERYSTRING_AUTH")
    AWS_S3_FILE_OVERWRITE = False
    # Addresses of a private bucket: signed as every region takes them, for as long as that can last, since a marketplace
    # may fetch an image long after it was sent.
    AWS_S3_SIGNATURE_VERSION = "s3v4"
    AWS_QUERYSTRING_EXPIRE = int(timedelta(days=7).total_seconds())
_IMAGE_ORIGINS = sorted({f"{each.scheme}://{each.netloc}" for each in map(urlsplit, _IMAGES_FROM) if each.netloc})

# Headers
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if _HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        **dict.fromkeys(["default-src", "object-src", "base-uri", "frame-ancestors"], "'none'"),
        **dict.fromkeys(["script-src", "style-src", "font-src", "connect-src", "manifest-src", "form-action"], "'self'"),
        "img-src": ["'self'", "data:", "blob:", *_IMAGE_ORIGINS],
    }
}

# A run is at most 2 MB of text; images go as multipart, file by file.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["infra.media.BoundedUpload", "django.core.files.uploadhandler.TemporaryFileUploadHandler"]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["core.actor.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["core.actor.Nobody"],
    "DEFAULT_RENDERER_CLASSES": ["core.formats.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.formats.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "core.schema.EnvelopeSchema",
    "EXCEPTION_HANDLER": "core.handlers.exception_handler",
    "URL_FORMAT_OVERRIDE": None,  # `?format=` is a parameter of some calls; what is answered is for `Accept` to say
    "NUM_PROXIES": TRUSTED_PROXY_COUNT,
    "NON_FIELD_ERRORS_KEY": "nonFieldErrors",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = tomllib.loads(Path(__file__).with_name("openapi.toml").read_text("utf-8"))

LOGGING_CONFIG = None
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
