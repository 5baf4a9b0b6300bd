/** A key of the keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-sm text-muted">
      {name}
    </kbd>
  );
}
