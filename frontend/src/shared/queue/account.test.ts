import { asRequest, BLANK, withProvider } from "@/shared/queue/account";

test("a request has the documented shape: server apart, plain price, no blanks", () => {
  const account = {
    ...BLANK,
    title: "Conta Fortnite",
    login: "jogador17",
    password: "Exemplo#123",
    email_domain: "firstmail",
    price: "1.234,5",
    account_data: { skins: 57, platform: "PC", has_2fa: false },
  };
  expect(asRequest(account)).toEqual({
    title: "Conta Fortnite",
    login: "jogador17",
    password: "Exemplo#123",
    email_domain: "firstmail",
    price: "1234.50",
    platform: "PC",
    has_2fa: false,
    account_data: { skins: 57, platform: "PC", has_2fa: false },
  });
});

test("the chosen provider's webmail address goes into the account's own instructions", () => {
  const own = { ...BLANK, delivery_instructions: "Abra https://firstmail.ltd/webmail/login." };
  expect(withProvider(own, "rambler", "https://mail.rambler.ru")).toMatchObject({
    email_domain: "rambler",
    delivery_instructions: "Abra https://mail.rambler.ru.",
  });
  expect(withProvider(BLANK, "rambler", "https://mail.rambler.ru").delivery_instructions).toBe("");
});
