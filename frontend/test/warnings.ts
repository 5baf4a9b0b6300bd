/** What React has warned of in this test; test/setup.ts fails the test for it. */
export const warnings: string[] = [];
