/**
 * Tailwind's stylesheet with the properties of its own said where they are used.
 *
 * It writes `border-style: var(--tw-border-style)` and registers the property, in case another utility changes it, and
 * states every one again for browsers older than ours. Here what nothing reads is left out, and what nothing changes is
 * its value: a kilobyte of every visit before compression, and half of one after it.
 */
const FOR_OLDER_BROWSERS = /^@layer properties( \{.*?^\}|;)\n/gms;
const REGISTERED = /^@property (--tw-[\w-]+) \{([^}]*)\}\n/gm;

export function settled(css) {
  let rules = css.replace(FOR_OLDER_BROWSERS, "").replace(REGISTERED, "");
  for (const [registration, name, description] of css.matchAll(REGISTERED)) {
    const initial = /initial-value: ([^;]*);/.exec(description)?.[1];
    const written = new RegExp(`^ *${name}: ([^;]*);\\n`, "gm");
    const changes = [...rules.matchAll(written)].some(([, value]) => value !== initial);
    if (changes && rules.includes(`var(${name}`)) {
      rules += registration;
    } else {
      const read = new RegExp(`var\\(${name}(?:,([^()]*))?\\)`, "g");
      rules = rules.replace(written, "").replace(read, (_, otherwise = "") => initial ?? otherwise);
    }
  }
  return rules;
}
