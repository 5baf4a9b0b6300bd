/** The webmail address in the delivery instructions: bulk/games/form.py in the browser. */

export type Provider = { slug: string; title: string; domain: string; webmailUrl: string };

const WEBMAIL =
  /https?:\/\/(?:www\.)?(?:firstmail\.ltd|mail\.rambler\.ru|notletters\.com|outlook\.live\.com)(?![\w.-]*\w)(?:\/(?:[a-z0-9\-._~/?=&%#]*[a-z0-9/])?)?/gi;

/** Every known webmail address replaced with `url`, or `url` on a last line of its own when there is none. */
export function withWebmail(instructions: string, url: string): string {
  if (instructions.search(WEBMAIL) >= 0) return instructions.replace(WEBMAIL, url);
  return `${instructions.trimEnd()}\n\nWebmail: ${url}`.trimStart();
}
