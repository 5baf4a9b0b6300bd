/** The screen as its tests open it. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RobloxBulk, type RobloxBulkProps } from "@/screens/roblox-bulk/screen";
import { CONFIG, CONFIG_PATH, keepText, LIMITS, PROVIDERS } from "@/shared/creation/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";

export const defaults = {
  title: "Conta Roblox - Robux e Itens",
  description: "Conta Roblox pronta para jogar.",
  priceUsd: "10.00",
  emailDomain: "firstmail",
  accountTags: ["Old Account"],
  mainExperience: "King Legacy",
  deliveryInstructions: "Abra https://firstmail.ltd/webmail/login",
  imageUrls: [],
};

const props: RobloxBulkProps = {
  activeRun: null,
  lastRun: null,
  defaults,
  usdEurRate: "0.8700",
  limits: LIMITS,
  options: { providers: PROVIDERS, tags: ["Old Account", "Limited"], experiences: ["King Legacy", "Jailbreak"] },
};

export const TEXT_PATH = "/api/bulk/text-draft?game=roblox";

export function open(
  changes: Partial<RobloxBulkProps> = {},
  config: object | null = CONFIG,
  kept = keepText("roblox"),
) {
  signIn(ANA);
  renderScreen(<RobloxBulk {...props} {...changes} />, { [CONFIG_PATH]: config, [TEXT_PATH]: kept.draft });
  return userEvent.setup();
}

export const textArea = () => screen.getByLabelText("Detalhes das contas");
export const toastText = () => document.getElementById("toasts")?.textContent ?? "";

export async function paste(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.click(textArea());
  await user.paste(text);
}
