import { withWebmail } from "@/shared/creation/settings";
import instructions from "../../../../bulk/games/golden/instructions.json";

const URLS: Record<string, string> = {
  firstmail: "https://firstmail.ltd/webmail/login",
  rambler: "https://mail.rambler.ru",
  notletters: "https://notletters.com/email/login",
  outlook: "https://outlook.live.com/mail",
};

test.each(instructions)("$name", ({ text, provider, result }) => {
  expect(withWebmail(text, URLS[provider] ?? "")).toBe(result);
});
