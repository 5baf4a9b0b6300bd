import { ApiError, NetworkError, rethrowWithMessage, withMessage } from "@/lib/errors";

const refusal = (status: number, message = "do servidor") =>
  new ApiError(status, "fixo", { message, errors: { title: ["curto"] } }, 30);

const told = (tell: (error: unknown) => never, error: unknown) => {
  try {
    return tell(error);
  } catch (thrown) {
    return thrown;
  }
};

test("'Falha ao …: {reason}' has the server's reason and keeps status and fields", () => {
  const failure = told(
    rethrowWithMessage((reason) => `Falha: ${reason}`),
    refusal(409),
  );
  expect(failure).toMatchObject({
    message: "Falha: do servidor",
    status: 409,
    errors: { title: ["curto"] },
    retryAfter: 30,
  });
});

test("the end of the session keeps its own words, a fault is no refusal", () => {
  const over = refusal(401);
  const fault = new TypeError("x");
  expect(told(withMessage("Não foi possível salvar"), over)).toBe(over);
  expect(told(withMessage("Não foi possível salvar"), fault)).toBe(fault);
});

test("a lost connection and too many attempts keep their own words", () => {
  const { message } = NetworkError.unreachable();
  expect(told(withMessage("Não foi possível salvar"), NetworkError.unreachable())).toMatchObject({ message });
  expect(told(withMessage("Não foi possível salvar"), refusal(429))).toMatchObject({ message: "fixo" });
  expect(told(withMessage("Não foi possível salvar", [413]), refusal(413))).toMatchObject({ message: "fixo" });
  expect(told(withMessage("Não foi possível salvar"), refusal(400))).toMatchObject({
    message: "Não foi possível salvar",
  });
});
