import { MarqueeIcon, Ruler2Icon, toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { findMapSession } from '../session/use-map-session.ts';
import { shownMap, type ShownMap, type SomeMap } from './active-map.ts';

const someMapArgument = async () => (await import('../maps/map-arguments.ts')).someMapArgument;

/** Whether a map is in front, or the one that is named is open. */
export function onShownMap(some: SomeMap): boolean | string {
  return some ? findMapSession(some.mapId) !== null || t('map.notOpen') : shownMap(some) !== null;
}

/** Does something with what a map shows; one that is named and not shown says so. */
export function withShownMap(some: SomeMap, act: (map: ShownMap) => void | Promise<void>): void | Promise<void> {
  const map = shownMap(some);
  if (map) return act(map);
  if (some) toast.info(t('map.notOpen'));
  return undefined;
}

function turnTool(some: SomeMap, id: string): void {
  void withShownMap(some, ({ picture }) => {
    const tool = picture.tools.find(id);
    tool?.turn?.(!tool.isOn);
  });
}

export const boxSelect = defineCommand<SomeMap>({
  id: 'map.box-select',
  title: 'map.boxSelect',
  icon: MarqueeIcon,
  shortcut: 'B',
  argument: someMapArgument,
  isEnabled: onShownMap,
  run: (some) => turnTool(some, 'box'),
});

export const measureTool = defineCommand<SomeMap>({
  id: 'map.measure',
  title: 'map.measure.tool',
  icon: Ruler2Icon,
  shortcut: 'M',
  argument: someMapArgument,
  isEnabled: onShownMap,
  run: (some) => turnTool(some, 'measure'),
});
