/** A shortcut as keys: `Ctrl+K` becomes two. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="g-keys" dir="ltr">
      {keys.split('+').map((key, index) => (
        <kbd className="g-kbd" key={index}>
          {key === '' ? '+' : key}
        </kbd>
      ))}
    </span>
  );
}
