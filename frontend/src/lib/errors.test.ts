import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/errors";

const answer = (status: number, body: string | null, init: ResponseInit = {}) =>
  new Response(body, { status, headers: { "Content-Type": "application/json" }, ...init });

const textOf = async (response: Response) => (await ApiError.from(response)).message;

describe("the documented text of a status", () => {
  it.each([
    [400, "Dados inválidos fornecidos. Verifique os campos e tente novamente."],
    [401, "Sessão expirada. Faça login novamente."],
    [403, "Você não tem permissão para realizar esta ação."],
    [404, "Recurso não encontrado."],
    [409, "Conflito: Este item já existe ou está sendo usado."],
    [422, "Dados não processáveis. Verifique os campos e tente novamente."],
    [429, "Muitas tentativas. Aguarde um momento e tente novamente."],
    [500, "Erro interno do servidor. Tente novamente em instantes."],
    [502, "Serviço temporariamente indisponível."],
    [503, "Serviço em manutenção."],
  ])("%i without a server message", async (status, text) => {
    expect(await textOf(answer(status, "{}"))).toBe(text);
  });

  it.each([400, 409, 422, 418])("%i is the server's message when it has one", async (status) => {
    expect(await textOf(answer(status, '{"message": "Data inválida"}'))).toBe("Data inválida");
  });

  it.each([401, 403, 404, 429, 500, 502, 503])("%i stays fixed whatever the server says", async (status) => {
    expect(await textOf(answer(status, '{"message": "outro"}'))).not.toBe("outro");
  });

  it("503 says under the documented text what it is", async () => {
    const body = '{"message": "Serviço em manutenção.", "detail": "Não há espaço em disco para gravar."}';
    expect(await textOf(answer(503, body))).toBe("Serviço em manutenção. Não há espaço em disco para gravar.");
  });

  it("a body that cannot be read is 'Erro HTTP {status}: {statusText}'", async () => {
    expect(await textOf(answer(500, "{broken", { statusText: "Server Error" }))).toBe("Erro HTTP 500: Server Error");
  });

  it("an empty body is 'Erro HTTP {status}: {statusText}'", async () => {
    expect(await textOf(answer(503, null, { statusText: "Unavailable" }))).toBe("Erro HTTP 503: Unavailable");
  });
});

describe("ApiError", () => {
  it("carries status, code, field errors, data and Retry-After", async () => {
    const body = { message: "não", code: "locked", errors: { amount: ["obrigatório"] }, attemptsRemaining: 1 };
    const error = await ApiError.from(
      new Response(JSON.stringify(body), {
        status: 423,
        headers: { "Content-Type": "application/json", "Retry-After": "600" },
      }),
    );
    expect(error).toMatchObject({
      status: 423,
      message: "não",
      serverMessage: "não",
      code: "locked",
      errors: { amount: ["obrigatório"] },
      data: body,
      retryAfter: 600,
    });
  });

  it("keeps a body that is not JSON as text", async () => {
    const error = await ApiError.from(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect(error.data).toBe("<h1>Bad gateway</h1>");
    expect(error.message).toBe("Serviço temporariamente indisponível.");
  });
});
