import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { queryKeyOf } from "@/api/client";
import { createQueryClient } from "@/app/query-client";
import type { SessionUser } from "@/lib/app-context";

/** Render a screen as mount.tsx does, with its own query client; `queries` are the seeds of the page. */
export function renderScreen(screen: ReactElement, queries: Record<string, unknown> = {}) {
  const client = createQueryClient();
  for (const [path, answer] of Object.entries(queries)) client.setQueryData(queryKeyOf(path), answer);
  return { client, ...render(<QueryClientProvider client={client}>{screen}</QueryClientProvider>) };
}

export const ANA: SessionUser = {
  id: 7,
  username: "ana.souza",
  fullName: "Ana Souza",
  role: "employee",
  profileImage: null,
  lastLogin: "2026-11-19T09:30:00-03:00",
};

/** Put the `app-context` block of base.html into the document. */
export function signIn(user: SessionUser | null = ANA, unreadCount = 0): void {
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = "app-context";
  block.textContent = JSON.stringify({ user, unreadCount });
  document.body.append(block);
}

/** What all toasts say, "" without one. */
export const toastText = () => document.getElementById("toasts")?.textContent ?? "";
