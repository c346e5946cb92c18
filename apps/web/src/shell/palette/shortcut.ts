type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key press is a shortcut such as `Ctrl+K`, `Alt+W`, `F2` or `?`. Ctrl is Cmd on a Mac. */
export function isShortcut(event: Pressed, shortcut: string, isMac: boolean): boolean {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  const has = (name: string) => parts.includes(name);
  const main = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  if (main !== has('Ctrl') || other || event.altKey !== has('Alt')) return false;
  // A sign such as `?` may need Shift to be typed: then Shift is no part of the shortcut.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isSign && event.shiftKey !== has('Shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase() || (event.altKey && event.code === `Key${key.toUpperCase()}`);
}
