/** The signed-in person as the API answers them, and what they change of themselves. */
import type { QueryClient } from "@tanstack/react-query";
import { type Me, meQuery } from "@/api/people";
import { initial } from "@/lib/format";
import { storeUser } from "@/lib/stored-user";

/** Show a changed name or photo everywhere at once: on this screen, in the shell, and in what the browser keeps. */
export function showMe(client: QueryClient, me: Me): void {
  client.setQueryData(meQuery().queryKey, me);
  storeUser(me);
  repaintShell(me);
}

/** The header and the sidebar were rendered by the server, with the name and photo of that time. */
function repaintShell({ profileImage, fullName, username }: Me): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-my-name]")) {
    element.textContent = fullName || (element.dataset.myName ?? username);
  }
  for (const element of document.querySelectorAll("[data-my-avatar]")) {
    element.replaceChildren(profileImage ? picture(profileImage) : initial(fullName, username));
  }
}

function picture(address: string): HTMLImageElement {
  const image = document.createElement("img");
  image.src = address;
  image.alt = "";
  return image;
}
