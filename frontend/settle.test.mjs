import { settled } from "./settle.mjs";

const REGISTERED = `@property --tw-border-style {
  syntax: "*";
  inherits: false;
  initial-value: solid;
}
@property --tw-numeric-spacing {
  syntax: "*";
  inherits: false;
}
@property --tw-font-weight {
  syntax: "*";
  inherits: false;
}
`;
const FOR_OLDER_BROWSERS = `@layer properties {
  @supports (-webkit-hyphens: none) {
    *, ::before {
      --tw-border-style: solid;
    }
  }
}
`;

function rules(body) {
  return settled(`@layer properties;\n@layer utilities {\n${body}}\n${REGISTERED}${FOR_OLDER_BROWSERS}`);
}

describe("Tailwind's own properties", () => {
  it("are their values where nothing changes them", () => {
    const css = rules("  .border {\n    border-style: var(--tw-border-style);\n  }\n");

    expect(css).toBe("@layer utilities {\n  .border {\n    border-style: solid;\n  }\n}\n");
  });

  it("stay registered where a rule changes what another reads", () => {
    const dashed = "  .dashed {\n    --tw-border-style: dashed;\n  }\n";
    const border = "  .border {\n    border-style: var(--tw-border-style);\n  }\n";

    const css = rules(dashed + border);

    expect(css).toContain(dashed + border);
    expect(css).toContain("@property --tw-border-style {");
    expect(css).not.toContain("@layer properties");
  });

  it("are nothing where they have no value, and what stands for them otherwise", () => {
    const css = rules("  .x {\n    a: var(--tw-numeric-spacing,) b;\n    c: var(--tw-numeric-spacing, 1rem);\n  }\n");

    expect(css).toContain("a:  b;\n    c: 1rem;");
  });

  it("are left out where nothing reads them", () => {
    const css = rules("  .bold {\n    --tw-font-weight: 600;\n    font-weight: 600;\n  }\n");

    expect(css).toBe("@layer utilities {\n  .bold {\n    font-weight: 600;\n  }\n}\n");
  });
});
