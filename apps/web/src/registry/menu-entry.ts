import { toast, type MenuAction, type MenuEntry } from '@groma/ui';
import { createElement } from 'react';
import { errorText } from '../platform/api.ts';
import { t } from '../platform/text.ts';
import { askCommand, findCommand, performCommand, runCommand, type Command } from './command.ts';

/**
 * What only the menu itself knows of a row: which of several with one command it is, what that is called, and whether
 * it is on.
 */
type Look = Pick<MenuAction, 'key' | 'label' | 'active'>;

/**
 * A row of a menu: what it is called, its icon and key, why it is off and what it does are the command's. Null where it
 * is not offered.
 */
export function menuEntry<Argument>(
  command: Command<Argument>,
  argument: NoInfer<Argument>,
  look?: Partial<Look>,
): MenuAction | null {
  return entryOf(command.id, argument, look, () => performCommand(command, argument));
}

/**
 * A row for a command of another feature, which is known by its id only and checks its argument. Null also where nobody
 * brings it.
 */
export function entryOfCommand(id: string, argument?: unknown, look?: Partial<Look>): MenuAction | null {
  return entryOf(id, argument, look, () => runCommand(id, argument));
}

function entryOf(
  id: string,
  argument: unknown,
  look: Partial<Look> | undefined,
  run: () => Promise<boolean>,
): MenuAction | null {
  const command = findCommand(id);
  const answer = askCommand(id, argument);
  if (!command || answer === false) return null;
  const shortcut = command.listKey ?? command.shortcut;
  return {
    key: id,
    label: command.titleOf?.(argument as never) ?? t(command.title),
    icon: command.icon && createElement(command.icon),
    ...(shortcut !== undefined && { shortcut }),
    ...(command.danger && { danger: true }),
    ...(typeof answer === 'string' && { disabledReason: answer }),
    ...look,
    onSelect: () => watch(id, argument, run()),
  };
}

/**
 * Runs a command where nothing waits for it: a key of a list, a button. What goes wrong is said, and why it cannot be
 * done now.
 */
export function act<Argument>(command: Command<Argument>, argument: NoInfer<Argument>): void {
  watch(command.id, argument, performCommand(command, argument));
}

function watch(id: string, argument: unknown, running: Promise<boolean>): void {
  running.then(
    (isDone) => {
      const answer = isDone || askCommand(id, argument);
      if (typeof answer === 'string') toast.info(answer);
    },
    (error: unknown) => toast.error(errorText(error)),
  );
}

/** The rows of a menu without those that are not offered, nor lines with nothing on one side. */
export function menuOf(rows: readonly (MenuEntry | null)[]): MenuEntry[] {
  const kept: MenuEntry[] = [];
  for (const row of rows) if (row && !(isLine(row) && (kept.length === 0 || isLine(kept.at(-1)!)))) kept.push(row);
  if (kept.length > 0 && isLine(kept.at(-1)!)) kept.pop();
  return kept;
}

/** A line between rows. */
export function line(key: string): MenuEntry {
  return { key, kind: 'divider' };
}

function isLine(row: MenuEntry): boolean {
  return 'kind' in row && row.kind === 'divider';
}
