/** What is drawn without React. */

/** A new element with these properties, and what stands in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...content);
  return made;
}

/** The element of this id, at the end of the page where it was not there yet. */
export function placeOf(id: string): HTMLElement {
  const place = document.getElementById(id) ?? element("div", { id });
  if (!place.isConnected) document.body.append(place);
  return place;
}
