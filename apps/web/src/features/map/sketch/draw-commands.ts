import { MagnetIcon, PointerIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { drawShapes } from '../session/drawing/shape/shape-table.ts';
import { defineMapCommand } from '../session/map-command.ts';
import type { SomeMap } from '../view/active-map.ts';
import { chooseMode } from '../view/choose-mode.ts';
import { onShownMap, withShownMap } from '../view/tool-commands.ts';

const someMapArgument = async () => (await import('../maps/map-arguments.ts')).someMapArgument;
const mayDraw = (some: SomeMap): boolean | string => can('update', 'map') && onShownMap(some);

export const selectTool = defineCommand<SomeMap>({
  id: 'map.select-tool',
  title: 'map.selectTool',
  icon: PointerIcon,
  shortcut: 'S',
  argument: someMapArgument,
  isEnabled: onShownMap,
  run: (some) => withShownMap(some, ({ session }) => chooseMode(session, 'select')),
});

/** One for each shape; beside others of a map it is called by the shape alone. */
export const drawTools = drawShapes.map(({ id, shortcut, icon }) => ({
  shape: id,
  command: defineCommand<SomeMap>({
    id: `map.draw-${id}`,
    title: `map.draw.command.${id}`,
    icon,
    shortcut,
    argument: someMapArgument,
    titleOf: (some) => t(some ? `map.draw.shape.${id}` : `map.draw.command.${id}`),
    isEnabled: mayDraw,
    run: (some) => withShownMap(some, ({ session }) => chooseMode(session, id)),
  }),
}));

export const toggleSnapping = defineCommand<SomeMap>({
  id: 'map.toggle-snapping',
  title: 'map.draw.snapping',
  icon: MagnetIcon,
  shortcut: 'Shift+S',
  argument: someMapArgument,
  isEnabled: mayDraw,
  run: (some) => withShownMap(some, ({ session }) => session.drawing.toggleSnapping()),
});

/** How the next shapes are labelled (positive and negative examples). */
export const setLabelMode = defineMapCommand({
  id: 'map.set-label-mode',
  title: 'map.draw.label.title',
  argument: async () => (await import('./label-argument.ts')).labelArgument,
  titleOf: (_, { label }) => t(`map.draw.label.${label}`),
  isEnabled: () => can('update', 'map'),
  run: ({ drawing }, { label }) => drawing.setLabel(label),
});

/** What the pointer draws. */
export const drawCommands = [selectTool, ...drawTools.map(({ command }) => command), toggleSnapping, setLabelMode];
