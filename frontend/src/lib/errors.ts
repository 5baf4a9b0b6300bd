/** What a failed call throws, with the text for each status. */

type FieldErrors = Record<string, string[]>;

/** The envelope of every refusal; extra keys such as attemptsRemaining lie beside these. */
type Envelope = { message?: string; code?: string; errors?: FieldErrors } & Record<string, unknown>;

/** Shown whatever the server says. */
const FIXED_TEXTS: Record<number, string> = {
  401: "Sessão expirada. Faça login novamente.",
  403: "Você não tem permissão para realizar esta ação.",
  404: "Recurso não encontrado.",
  429: "Muitas tentativas. Aguarde um momento e tente novamente.",
  500: "Erro interno do servidor. Tente novamente em instantes.",
  502: "Serviço temporariamente indisponível.",
  503: "Serviço em manutenção.",
};

/** Shown when the server has no message of its own. */
const DEFAULT_TEXTS: Record<number, string> = {
  400: "Dados inválidos fornecidos. Verifique os campos e tente novamente.",
  409: "Conflito: Este item já existe ou está sendo usado.",
  422: "Dados não processáveis. Verifique os campos e tente novamente.",
};

/** No answer came (product: api.network-errors). */
export class NetworkError extends Error {
  override readonly name = "NetworkError";

  static unreachable() {
    return new NetworkError("Erro de conexão com o servidor. Verifique sua internet.");
  }

  static timedOut() {
    return new NetworkError("Erro de conexão com o servidor. Verifique sua internet e tente novamente.");
  }
}

/** A non-OK answer. `message` is what people read; `data` is the body, parsed when it was JSON, text otherwise. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly errors: FieldErrors;

  constructor(
    readonly status: number,
    message: string,
    readonly data: unknown = null,
    /** Seconds of the Retry-After header, null without one. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
    const envelope = asEnvelope(data);
    this.code = envelope.code ?? "";
    this.errors = envelope.errors ?? {};
  }

  /** The server's own words, for screens whose text depends on them. */
  get serverMessage(): string | undefined {
    return asEnvelope(this.data).message;
  }

  static async from(response: Response): Promise<ApiError> {
    const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
    const data = await readBody(response).catch(() => null);
    return new ApiError(response.status, textFor(response, data), data, Number.isNaN(seconds) ? null : seconds);
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return null;
  const type = response.headers.get("Content-Type") ?? "";
  return type.includes("json") ? JSON.parse(text) : text;
}

/** What the server refused, a text for each field that it named. */
export function problemsIn(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? error.errors : {};
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, texts[0] ?? ""]));
}

/** The text of any error a screen may catch. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Erro inesperado. Tente novamente.";
}

const asEnvelope = (data: unknown): Envelope => (typeof data === "object" && data !== null ? (data as Envelope) : {});

function textFor(response: Response, data: unknown): string {
  const { status, statusText } = response;
  if (data === null) return `Erro HTTP ${status}: ${statusText}`.trimEnd();
  const { message, detail } = asEnvelope(data);
  if (status === 503 && typeof detail === "string") return `${FIXED_TEXTS[503]} ${detail}`;
  return FIXED_TEXTS[status] ?? message ?? DEFAULT_TEXTS[status] ?? `Erro HTTP ${status}: ${statusText}`.trimEnd();
}

type Failure = ApiError | NetworkError;

/** Why a call failed, in the server's own words where it has some. */
const reasonOf = (error: unknown): string => (error instanceof ApiError && error.serverMessage) || messageOf(error);

/** For `catch`: the same failure with its documented text, its fields kept for the form.
 * The end of the session keeps its own words, and so do the further statuses of `spoken`. */
export function rethrowWithMessage(tell: (reason: string, failure: Failure) => string, known: readonly number[] = []) {
  return (error: unknown): never => {
    if (error instanceof NetworkError) throw new NetworkError(tell(error.message, error));
    if (!(error instanceof ApiError) || error.status === 401 || known.includes(error.status)) throw error;
    throw new ApiError(error.status, tell(reasonOf(error), error), error.data, error.retryAfter);
  };
}

/** The same where a lost connection and too many attempts keep their own words too. */
export function withMessage(text: string, known: readonly number[] = []) {
  return rethrowWithMessage((reason, failure) => (failure instanceof NetworkError ? reason : text), [429, ...known]);
}
