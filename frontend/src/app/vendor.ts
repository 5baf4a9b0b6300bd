/** Never loaded: an entry of its own keeps React and the query client in a chunk that our edits do not rename. */
export { QueryClient, QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
export { clsx } from "clsx";
export { useState } from "react";
export { jsx } from "react/jsx-runtime";
export { createRoot } from "react-dom/client";
