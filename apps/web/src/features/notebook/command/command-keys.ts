/** What a key does in command mode. */
export type CommandAction =
  | 'up'
  | 'down'
  | 'extendUp'
  | 'extendDown'
  | 'first'
  | 'last'
  | 'edit'
  | 'run'
  | 'runNext'
  | 'insertAbove'
  | 'insertBelow'
  | 'delete'
  | 'cut'
  | 'copy'
  | 'pasteBelow'
  | 'pasteAbove'
  | 'undo'
  | 'redo'
  | 'toText'
  | 'toCode'
  | 'merge'
  | 'moveUp'
  | 'moveDown'
  | 'toggleOutput'
  | 'stop'
  | 'restart'
  | `heading${1 | 2 | 3 | 4 | 5 | 6}`;

/** Keys as `keyOf` names them. What begins with two letters is pressed twice. */
const actions: Readonly<Record<string, CommandAction>> = {
  arrowup: 'up',
  k: 'up',
  arrowdown: 'down',
  j: 'down',
  'shift+arrowup': 'extendUp',
  'shift+k': 'extendUp',
  'shift+arrowdown': 'extendDown',
  'shift+j': 'extendDown',
  home: 'first',
  end: 'last',
  enter: 'edit',
  'ctrl+enter': 'run',
  'shift+enter': 'runNext',
  a: 'insertAbove',
  b: 'insertBelow',
  'd d': 'delete',
  x: 'cut',
  c: 'copy',
  v: 'pasteBelow',
  'shift+v': 'pasteAbove',
  z: 'undo',
  'ctrl+z': 'undo',
  'shift+z': 'redo',
  'ctrl+shift+z': 'redo',
  m: 'toText',
  y: 'toCode',
  'shift+m': 'merge',
  'alt+arrowup': 'moveUp',
  'ctrl+shift+arrowup': 'moveUp',
  'alt+arrowdown': 'moveDown',
  'ctrl+shift+arrowdown': 'moveDown',
  o: 'toggleOutput',
  'i i': 'stop',
  '0 0': 'restart',
  '1': 'heading1',
  '2': 'heading2',
  '3': 'heading3',
  '4': 'heading4',
  '5': 'heading5',
  '6': 'heading6',
};

/** What a key does again and again while it is held. */
export const repeatedActions: ReadonlySet<CommandAction> = new Set([
  'up',
  'down',
  'extendUp',
  'extendDown',
  'moveUp',
  'moveDown',
]);

/** What readers may do too. */
export const readingActions: ReadonlySet<CommandAction> = new Set([
  'up',
  'down',
  'extendUp',
  'extendDown',
  'first',
  'last',
  'edit',
  'copy',
]);

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * A key with what is held, as `ctrl+shift+z`; Cmd is Ctrl. Where the layout is not Latin the place of the key counts.
 */
export function keyOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: Key): string {
  const isLatin = /^[\x20-\x7e]+$/.test(key);
  const name = isLatin ? key.toLowerCase() : (/^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase());
  return [ctrlKey || metaKey ? 'ctrl' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : '', name]
    .filter((part) => part !== '')
    .join('+');
}

/** What is done by a key after the one before: an action, or null with whether a second key is waited for. */
export function actionOf(key: string, before: string | null): { action: CommandAction | null; waits: boolean } {
  const action = actions[key] ?? (before === key ? actions[`${key} ${key}`] : undefined);
  return { action: action ?? null, waits: action === undefined && `${key} ${key}` in actions };
}
