import { IconButton, type IconButtonProps } from '@groma/ui';
import { useText } from '../platform/text.ts';
import { useCommands, type Command } from './command.ts';
import { menuEntry } from './menu-entry.ts';

type CommandButtonProps<Argument> = Omit<IconButtonProps, 'label' | 'shortcut' | 'icon'> & {
  command: Command<Argument>;
  argument: NoInfer<Argument>;
  /** In pixels; else as large as icons are. */
  iconSize?: number;
};

/**
 * A button of a toolbar for a command, which says all but whether it is on. Nothing where it is not offered.
 * `onClick` stands in for the command where a second press means something else.
 */
export function CommandButton<Argument>({
  command,
  argument,
  iconSize,
  onClick,
  ...look
}: CommandButtonProps<Argument>) {
  useText();
  const entry = menuEntry(command, argument);
  if (!entry) return null;
  const { icon: Icon, shortcut } = command;
  return (
    <IconButton
      {...look}
      label={entry.label}
      icon={Icon && <Icon size={iconSize} />}
      shortcut={shortcut}
      disabledReason={look.disabledReason ?? entry.disabledReason}
      onClick={onClick ?? entry.onSelect}
    />
  );
}

/** The same for a command of another feature, which is known by its id only. Nothing where nobody brings it. */
export function ButtonOfCommand({ id, argument, ...look }: { id: string; argument?: unknown; iconSize?: number }) {
  const command = useCommands().find((each) => each.id === id);
  return command ? <CommandButton {...look} command={command as Command<never>} argument={argument as never} /> : null;
}
