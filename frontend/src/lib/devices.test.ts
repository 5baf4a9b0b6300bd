import { describe, expect, it } from "vitest";
import { deviceLabel } from "@/lib/devices";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("deviceLabel", () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`, "Chrome em Windows"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`, "Edge em Windows"],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0 Safari/537.36 OPR/120.0`, "Opera em Linux"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox em Linux"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15", "Safari em macOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari em iOS"],
    [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile`, "Samsung Internet em Android"],
    [`Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/142.0 Safari/537.36`, "Chrome em ChromeOS"],
    ["curl/8.5 Linux", "Linux"],
    ["robô", "Navegador desconhecido"],
    ["", "Navegador desconhecido"],
  ])("%s", (userAgent, words) => {
    expect(deviceLabel(userAgent)).toBe(words);
  });
});
