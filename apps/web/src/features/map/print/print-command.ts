import { PrinterIcon } from '@groma/ui';
import { defineCommand } from '../../../registry/command.ts';
import type { SomeMap } from '../view/active-map.ts';
import { onShownMap, withShownMap } from '../view/tool-commands.ts';

/** Saves what a map shows as a page for paper. */
export const printMap = defineCommand<SomeMap>({
  id: 'map.print',
  title: 'print.command',
  icon: PrinterIcon,
  argument: async () => (await import('../maps/map-arguments.ts')).someMapArgument,
  isEnabled: onShownMap,
  run: (some) =>
    withShownMap(some, async ({ session, picture: { view, attribution } }) => {
      const { openPrint } = await import('./open-print.tsx');
      openPrint({ map: session, view, title: session.state.name, attribution });
    }),
});
