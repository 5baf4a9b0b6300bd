/** The items that {itens_raros} of the texts chooses from, once a template has brought them. */
export function RareNote({ items, onRemove }: { items: readonly string[]; onRemove: () => void }) {
  if (items.length === 0) return null;
  return (
    <p className="text-muted text-sm">
      Itens raros do modelo: {items.join(", ")}.{" "}
      <button type="button" className="font-medium text-accent underline" onClick={onRemove}>
        Retirar
      </button>
    </p>
  );
}
