import type { Icon } from '@groma/ui';
import { create } from 'zustand';

/** One thing that can be done: the same object stands behind menus, shortcuts, the palette and the assistant's tools. */
export interface Command<Argument = void> {
  /** `noun.verb-thing`. */
  id: string;
  /** Text key. */
  title: string;
  /** Text key of one line more, where the command is offered at length. */
  description?: string;
  icon?: Icon;
  /** As `Ctrl+K`, `Shift+N`, `?`; Ctrl means Cmd on a Mac. */
  shortcut?: string;
  /** Asked whenever it is about to be shown or run; undefined is always. */
  isEnabled?: () => boolean;
  /** Commands that need an argument are not in the palette. */
  isHidden?: boolean;
  run: (argument: Argument) => void | Promise<void>;
}

const commandStore = create<{ commands: ReadonlyMap<string, Command<never>> }>(() => ({ commands: new Map() }));

/** Adds a command, or takes the place of one with the same id. */
export function registerCommand<Argument = void>(command: Command<Argument>): void {
  commandStore.setState(({ commands }) => ({ commands: new Map(commands).set(command.id, command as Command<never>) }));
}

export function findCommand(id: string): Command<never> | undefined {
  return commandStore.getState().commands.get(id);
}

/** Whether a command is there and may be run now. */
export function canRun(id: string): boolean {
  const command = findCommand(id);
  return command !== undefined && (command.isEnabled?.() ?? true);
}

/** Runs a command; one that is missing or not enabled does nothing and answers false. */
export async function runCommand(id: string, argument?: unknown): Promise<boolean> {
  const command = findCommand(id);
  if (!command || !canRun(id)) return false;
  await command.run(argument as never);
  return true;
}

export function useCommands(): readonly Command<never>[] {
  const commands = commandStore((state) => state.commands);
  return [...commands.values()];
}
