/** '••••1234'; whoever listens hears its end instead of four times 'bullet'. */
export function Masked({ text }: { text: string }) {
  const end = text.replace(/^•+/, "");
  return (
    <>
      <span className="sr-only">{end === "" ? "oculta" : `terminada em ${end}`}</span>
      <span aria-hidden="true">{text}</span>
    </>
  );
}
