import type { Icon } from '@groma/ui';
import type { z } from 'zod';
import { create } from 'zustand';

/**
 * One thing that can be done: the same object stands behind menus, shortcuts, the palette and the assistant's tools.
 */
export interface Command<Argument = void> {
  /** `noun.verb-thing`. */
  id: string;
  /** Text key. */
  title: string;
  /** What it is called in the language where that depends on the argument, as "Zoom to Group". */
  titleOf?: (argument: Argument) => string;
  /** Text key of one line more, where the command is offered at length. */
  description?: string;
  icon?: Icon;
  /** As `Ctrl+K`, `Shift+N`, `?`; Ctrl means Cmd on a Mac. It works everywhere in the window. */
  shortcut?: string;
  /** The key of the list that has what is meant, as `F2`: its menus show it, and the list itself listens. */
  listKey?: string;
  /** Loses something: menus show it in red. */
  danger?: boolean;
  /**
   * Asked whenever it is about to be shown or run; undefined is always. A text says why it cannot be run now, and menus
   * show it so; false leaves it out, as what a role does not offer.
   */
  isEnabled?: (argument: Argument) => boolean | string;
  /** Commands that need an argument are not in the palette. */
  isHidden?: boolean;
  /** Brings the shape of the argument, which pages need only once they run it; a command without it takes none. */
  argument?: () => Promise<z.ZodType<Argument>>;
  run: (argument: Argument) => void | Promise<void>;
}

/** A command as the registry holds it, whatever its argument. */
export type AnyCommand = Omit<Command<never>, 'argument'> & { argument?: () => Promise<z.ZodType> };
/** A command that takes an argument says its shape. */
type Registered<Argument> = Command<Argument> &
  (Argument extends undefined | void ? unknown : { argument: () => Promise<z.ZodType<Argument>> });

const commandStore = create<{ commands: ReadonlyMap<string, AnyCommand> }>(() => ({ commands: new Map() }));

/** A command that menus and buttons of its feature name, with an argument of its type; `registerCommand` takes it. */
export function defineCommand<Argument = void>(command: Registered<Argument>): Registered<Argument> {
  return command;
}

/** Adds a command, or takes the place of one with the same id. */
export function registerCommand<Argument = void>(command: Registered<Argument>): void {
  registerCommands([command]);
}

/** Adds several, each with an argument of its own. */
export function registerCommands(added: readonly AnyCommand[]): void {
  commandStore.setState(({ commands }) => ({
    commands: new Map([...commands, ...added.map((command) => [command.id, command] as const)]),
  }));
}

export function findCommand(id: string): AnyCommand | undefined {
  return commandStore.getState().commands.get(id);
}

/** What a command says to an argument: true, why not now, or false where it is not there or not offered. */
export function askCommand(id: string, argument?: unknown): boolean | string {
  const command = findCommand(id);
  return command !== undefined && (command.isEnabled?.(argument as never) ?? true);
}

/** Whether a command is there and may be run now. */
export function canRun(id: string, argument?: unknown): boolean {
  return askCommand(id, argument) === true;
}

/**
 * Runs a command with an argument from anywhere; one that is missing or not enabled does nothing and answers false.
 * @throws Error naming what is wrong with the argument, before anything is done.
 */
export async function runCommand(id: string, argument?: unknown): Promise<boolean> {
  const command = findCommand(id);
  if (!command) return false;
  const checked = (await checkArgument(command, argument)) as never;
  if (!canRun(id, checked)) return false;
  await command.run(checked);
  return true;
}

/**
 * The same at once, with an argument that the compiler has checked. It runs what is registered under the id of the
 * command.
 */
export async function performCommand<Argument>(
  { id }: Command<Argument>,
  argument: NoInfer<Argument>,
): Promise<boolean> {
  if (!canRun(id, argument)) return false;
  await findCommand(id)?.run(argument as never);
  return true;
}

async function checkArgument({ id, argument: shape }: AnyCommand, argument: unknown): Promise<unknown> {
  if (!shape) {
    if (argument !== undefined) throw new Error(`The command ${id} takes no argument.`);
    return undefined;
  }
  const checked = (await shape()).safeParse(argument);
  if (!checked.success) throw new Error(`The argument of ${id} is wrong: ${checked.error.message}`);
  return checked.data;
}

export function useCommands(): readonly AnyCommand[] {
  const commands = commandStore((state) => state.commands);
  return [...commands.values()];
}
