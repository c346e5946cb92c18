import { ChevronDownIcon, IconButton, Menu } from '@groma/ui';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import { act, line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import type { LabelMode } from '../session/drawing/drawing-state.ts';
import type { ShapeId } from '../session/drawing/shape/sketched-shape.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { useTools } from '../view/tool-button.tsx';
import { drawTools, selectTool, setLabelMode, toggleSnapping } from './draw-commands.ts';

const labels: readonly LabelMode[] = ['none', 'positive', 'negative'];

/** What the pointer does: select, draw, snap. */
export function DrawButtons({ session: { mapId, drawing }, session, picture: { tools } }: PartProps) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const readOnlyReason = useOutageText(session) ?? undefined;
  const mode = useStore(drawing.store, (state) => state.mode);
  const label = useStore(drawing.store, (state) => state.label);
  const isSnapping = useStore(drawing.store, (state) => state.isSnapping);
  const isOtherOn = useTools(tools, () => tools.isAnyOn);
  const [last, setLast] = useState<ShapeId>('polygon');
  if (mode !== 'select' && mode !== last) setLast(mode);
  const lastTool = drawTools.find(({ shape }) => shape === last)!.command;
  const items = menuOf([
    ...drawTools.map(({ shape, command }) => menuEntry(command, { mapId }, { active: mode === shape })),
    line('line'),
    { key: 'label', kind: 'heading', label: t('map.draw.label.title') },
    ...labels.map((each) => menuEntry(setLabelMode, { mapId, label: each }, { key: each, active: label === each })),
  ]);
  return (
    <>
      <CommandButton command={selectTool} argument={{ mapId }} active={mode === 'select' && !isOtherOn} />
      {mayUpdate && (
        <span className="map-toolbar-pair">
          <CommandButton
            command={lastTool}
            argument={{ mapId }}
            active={mode === last}
            disabledReason={readOnlyReason}
            // Pressed again, the tool is let go of.
            onClick={mode === last ? () => act(selectTool, { mapId }) : undefined}
          />
          <Menu
            target={
              <IconButton
                label={t('map.draw.shapes')}
                className="map-toolbar-more"
                active={mode !== 'select'}
                disabledReason={readOnlyReason}
                icon={<ChevronDownIcon size={12} />}
              />
            }
            items={items}
            width={220}
          />
        </span>
      )}
      <CommandButton command={toggleSnapping} argument={{ mapId }} active={isSnapping} />
    </>
  );
}
