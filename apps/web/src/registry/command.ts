import type { Icon } from '@groma/ui';
import type { z } from 'zod';
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
  /** Brings the shape of the argument, which pages need only once they run it; a command without it takes none. */
  argument?: () => Promise<z.ZodType<Argument>>;
  run: (argument: Argument) => void | Promise<void>;
}

type RegisteredCommand = Command<never>;
/** A command that takes an argument says its shape. */
type Registered<Argument> = Command<Argument> &
  (Argument extends undefined | void ? unknown : { argument: () => Promise<z.ZodType<Argument>> });

const commandStore = create<{ commands: ReadonlyMap<string, RegisteredCommand> }>(() => ({ commands: new Map() }));

/** Adds a command, or takes the place of one with the same id. */
export function registerCommand<Argument = void>(command: Registered<Argument>): void {
  commandStore.setState(({ commands }) => ({
    commands: new Map(commands).set(command.id, command as unknown as RegisteredCommand),
  }));
}

export function findCommand(id: string): RegisteredCommand | undefined {
  return commandStore.getState().commands.get(id);
}

/** Whether a command is there and may be run now. */
export function canRun(id: string): boolean {
  const command = findCommand(id);
  return command !== undefined && (command.isEnabled?.() ?? true);
}

/**
 * Runs a command; one that is missing or not enabled does nothing and answers false.
 * @throws Error naming what is wrong with the argument, before anything is done.
 */
export async function runCommand(id: string, argument?: unknown): Promise<boolean> {
  const command = findCommand(id);
  if (!command || !canRun(id)) return false;
  await command.run((await checkArgument(command, argument)) as never);
  return true;
}

async function checkArgument({ id, argument: shape }: RegisteredCommand, argument: unknown): Promise<unknown> {
  if (!shape) {
    if (argument !== undefined) throw new Error(`The command ${id} takes no argument.`);
    return undefined;
  }
  const checked = (await shape()).safeParse(argument);
  if (!checked.success) throw new Error(`The argument of ${id} is wrong: ${checked.error.message}`);
  return checked.data;
}

export function useCommands(): readonly RegisteredCommand[] {
  const commands = commandStore((state) => state.commands);
  return [...commands.values()];
}
