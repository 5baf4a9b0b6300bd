/** The standard values of a creation: what an account gets where it has none of its own. */
import { type ChangeEvent, useState } from "react";
import { decimal, parseMoney } from "@/lib/format";
import type { Problems } from "@/shared/creation/settings";

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

type TextName = Exclude<keyof Standard, "imageUrls" | "rareList">;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The form of the standard values, with the problem of each that has one. */
export function useStandard(defaults: StandardDefaults) {
  const [values, setValues] = useState<Standard>(() => asStandard(defaults));
  const [problems, setProblems] = useState<Problems>({});

  const set = <K extends keyof Standard>(name: K, value: Standard[K]) => {
    setValues((current) => ({ ...current, [name]: value }));
    setProblems(({ [name]: _, ...others }) => others);
  };
  const field = (name: TextName) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<Control>) => set(name, event.target.value),
  });
  return { values, problems, set, setProblems, field };
}

export type StandardForm = ReturnType<typeof useStandard>;

/** As the server takes it; `placeName` is what the game calls its place. */
export function asSettings({ price, place, ...values }: Standard, placeName: "platform" | "server"): object {
  const amount = parseMoney(price);
  return { ...values, [placeName]: place, ...(amount !== null && { price: amount }) };
}

function asStandard({
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
