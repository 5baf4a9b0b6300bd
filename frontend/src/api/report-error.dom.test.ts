import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { reportError } from "@/api/report-error";
import { NetworkError } from "@/lib/errors";
import { server } from "../../test/server";

it("tells the server of five uncaught errors a page, and of no lost connection", async () => {
  const told: { message: string; page: string }[] = [];
  server.use(
    http.post("/api/client-errors", async ({ request }) => {
      told.push((await request.json()) as (typeof told)[number]);
      return new HttpResponse(null, { status: 204 });
    }),
  );

  reportError(NetworkError.unreachable());
  reportError(new TypeError("x is undefined"));
  for (let number = 0; number < 6; number += 1) reportError(`fault ${number}`);

  await vi.waitFor(() => expect(told).toHaveLength(5));
  expect(told.map(({ message }) => message)).toContain("TypeError: x is undefined");
  expect(told[0]?.page).toBe(location.pathname);
});
