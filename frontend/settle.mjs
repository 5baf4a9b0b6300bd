/**
 * Tailwind's stylesheet with the properties of its own said where they are used.
 *
 * It writes `border-style: var(--tw-border-style)` and registers the property, in case another utility changes it, and
 * states every one again for browsers older than ours. Here what nothing reads is left out, and what nothing changes is
 * its value: half a kilobyte less of every first visit.
 */
const FOR_OLDER_BROWSERS = /^@layer properties( \{.*?^\}|;)\n/gms;
const REGISTERED = /^@property (--tw-[\w-]+) \{([^}]*)\}\n/gm;
const OWN = /--tw-[\w-]+/g;

export function settled(css) {
  const registrations = new Map([...css.matchAll(REGISTERED)].map(([whole, name, how]) => [name, { whole, how }]));
  let rules = css.replace(FOR_OLDER_BROWSERS, "").replace(REGISTERED, "");
  for (const name of new Set(rules.match(OWN))) {
    const { whole = "", how = "" } = registrations.get(name) ?? {};
    const initial = /initial-value: ([^;]*);/.exec(how)?.[1];
    const written = new RegExp(`^ *${name}: ([^;]*);\\n`, "gm");
    const changes = [...rules.matchAll(written)].some(([, value]) => value !== initial);
    if (changes && rules.includes(`var(${name}`)) {
      rules += whole;
    } else {
      const read = new RegExp(`var\\(${name}(?:, ?((?:[^()]|\\([^()]*\\))*))?\\)`, "g");
      rules = rules.replace(written, "").replace(read, (_, otherwise = "") => initial ?? otherwise);
    }
  }
  return rules;
}
