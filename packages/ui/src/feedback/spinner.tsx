/** A turning ring; give `label` where nothing beside it says what is going on. */
export function Spinner({ size = 14, label }: { size?: number; label?: string }) {
  return (
    <span
      className="g-spinner"
      style={{ width: size, height: size }}
      role={label ? 'status' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  );
}
