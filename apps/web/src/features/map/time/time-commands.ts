import { ClockIcon } from '@groma/ui';
import { defineCommand } from '../../../registry/command.ts';
import type { SomeMap } from '../view/active-map.ts';
import { onShownMap, withShownMap } from '../view/tool-commands.ts';
import { TimeTool } from './time-tool.ts';

/** Shows the images of a map by their dates. */
export const imagesOverTime = defineCommand<SomeMap>({
  id: 'map.images-over-time',
  title: 'time.tool',
  icon: ClockIcon,
  argument: async () => (await import('../maps/map-arguments.ts')).someMapArgument,
  isEnabled: onShownMap,
  run: (some) =>
    withShownMap(some, ({ picture }) => {
      const tool = picture.tools.get(TimeTool);
      tool.open(!tool.store.getState().isOn);
    }),
});
