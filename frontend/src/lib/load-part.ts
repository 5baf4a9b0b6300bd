/** Loads a part of the product whose code comes when it is asked for. A browser remembers that a module did not come and
 * never asks for that address again, so that it is asked for under another one. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (fault) {
    const address = /https?:\S+?\.js/.exec(String(fault))?.[0];
    if (!address) throw fault;
    return (await import(`${address}?again=${Date.now()}`)) as T;
  }
}
