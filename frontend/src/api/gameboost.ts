/** Accounts on GameBoost as its API shows them, through the proxy. */
export type Account = {
  id: string;
  attributes: {
    title: string;
    game_slug: string;
    level_up_method: string;
    /** Euros; null where the marketplace's amount could not be read. */
    price: number | string | null;
    status: string;
    images: string[];
    login: string;
    server: string | null;
    is_featured: boolean;
  };
};

export type AccountPage = { data: Account[]; meta?: { to?: number; total?: number } };

/** Where the marketplace refused some of several, it says which and why. */
export type StatusRefusals = { errors?: { id: string; message: string }[] };
