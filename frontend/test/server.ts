import { setupServer } from "msw/node";

/** The API that tests see; each test says with `server.use` what it answers. */
export const server = setupServer();
