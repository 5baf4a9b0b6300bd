/** The standard values of a creation: what an account gets where it has none of its own. */
import { decimal, parseMoney } from "@/lib/format";
import type { Form } from "@/lib/use-form";

type Standard = {
  title: string;
  description: string;
  deliveryInstructions: string;
  emailDomain: string;
  imageUrls: string[];
  /** Names that {placeholders} of the texts choose from. */
  rareList: string[];
  /** As typed, in euro; "" for none. */
  price: string;
  /** Of the game: the platform, or the server. */
  place: string;
};

/** As the page brings them. */
export type StandardDefaults = Omit<Standard, "price" | "place"> & {
  price: string | null;
  platform?: string;
  server?: string;
};

export type StandardForm = Form<Standard>;

/** As the server takes it; `placeName` is what the game calls its place. */
export function asSettings({ price, place, ...values }: Standard, placeName: "platform" | "server"): object {
  const amount = parseMoney(price);
  return { ...values, [placeName]: place, ...(amount !== null && { price: amount }) };
}

/** As the form shows it. */
export function asStandard({
  title,
  description,
  deliveryInstructions,
  emailDomain,
  imageUrls,
  rareList,
  ...own
}: StandardDefaults): Standard {
  return {
    title,
    description,
    deliveryInstructions,
    emailDomain,
    imageUrls,
    rareList,
    price: own.price === null ? "" : decimal(own.price),
    place: own.platform ?? own.server ?? "",
  };
}
