import { toast } from '@groma/ui';
import { useEffect } from 'react';
import { errorText } from '../../platform/api.ts';
import { takesText } from '../../platform/takes-text.ts';
import { canRun, runCommand, useCommands } from '../../registry/command.ts';
import { isShortcut } from './shortcut.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Runs commands by their keys. A dialog, and text that is being typed, keep their keys. */
export function useCommandShortcuts(): void {
  const commands = useCommands();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('[role="dialog"]')) return;
      const isText = takesText(target) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isText) return;
      const found = commands.find(
        ({ id, shortcut }) => shortcut !== undefined && isShortcut(event, shortcut, isMac) && canRun(id),
      );
      if (!found) return;
      event.preventDefault();
      runCommand(found.id).catch((error: unknown) => toast.error(errorText(error)));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [commands]);
}
