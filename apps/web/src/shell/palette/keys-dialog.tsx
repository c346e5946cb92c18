import { Dialog, Kbd } from '@groma/ui';
import { useText } from '../../platform/text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { useCommands } from '../../registry/command.ts';
import './keys-dialog.css';

/** Keys that belong to controls and not to commands, by their text keys. */
const controlKeys: readonly (readonly [string, string])[] = [
  ['Ctrl+K', 'shell.keys.search'],
  ['F2', 'shell.keys.rename'], ['Delete', 'shell.keys.delete'], ['Shift+F10', 'shell.keys.menu'], ['Esc', 'shell.keys.close'],
];

/** The sheet of all keys (`?`). */
export function KeysDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const commands = useCommands().flatMap(({ title, shortcut }) => (shortcut === undefined ? [] : [[shortcut, title] as const]));
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.keys.title')} size="l">
      <dl className="keys-dialog">
        {[...controlKeys, ...commands].map(([keys, text]) => (
          <div key={`${keys} ${text}`}><dt>{t(text)}</dt><dd><Kbd keys={keys} /></dd></div>
        ))}
      </dl>
    </Dialog>
  );
}
