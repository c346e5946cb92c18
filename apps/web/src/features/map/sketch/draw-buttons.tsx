import { ChevronDownIcon, IconButton, MagnetIcon, Menu, PointerIcon, type MenuEntry } from '@groma/ui';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { LabelMode } from '../session/drawing/drawing-state.ts';
import { drawShapes, shapeOfId } from '../session/drawing/shape/shape-table.ts';
import type { ShapeId } from '../session/drawing/shape/sketched-shape.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { chooseMode } from '../view/choose-mode.ts';
import type { PartProps } from '../view/open-pictures.ts';
import { useTools } from '../view/tool-button.tsx';

/** What the pointer does: select, draw, snap. */
export function DrawButtons({ session, picture: { tools } }: PartProps) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const readOnlyReason = useOutageText(session) ?? undefined;
  const mode = useStore(session.drawing.store, (state) => state.mode);
  const label = useStore(session.drawing.store, (state) => state.label);
  const isSnapping = useStore(session.drawing.store, (state) => state.isSnapping);
  const isOtherOn = useTools(tools, () => tools.isAnyOn);
  const [last, setLast] = useState<ShapeId>('polygon');
  if (mode !== 'select' && mode !== last) setLast(mode);
  const shape = shapeOfId(last);
  const labels: readonly LabelMode[] = ['none', 'positive', 'negative'];
  const items: MenuEntry[] = [
    ...drawShapes.map(({ id, shortcut, icon: Icon }) => ({
      key: id,
      label: t(`map.draw.shape.${id}`),
      icon: <Icon />,
      shortcut,
      active: mode === id,
      onSelect: () => {
        chooseMode(session, id);
      },
    })),
    { key: 'line', kind: 'divider' },
    { key: 'label', kind: 'heading', label: t('map.draw.label.title') },
    ...labels.map((each) => ({
      key: each,
      label: t(`map.draw.label.${each}`),
      active: label === each,
      onSelect: () => session.drawing.setLabel(each),
    })),
  ];
  return (
    <>
      <IconButton
        label={t('map.selectTool')}
        shortcut="S"
        active={mode === 'select' && !isOtherOn}
        icon={<PointerIcon />}
        onClick={() => {
          chooseMode(session, 'select');
        }}
      />
      {mayUpdate && (
        <span className="map-toolbar-pair">
          <IconButton
            label={t(`map.draw.shape.${last}`)}
            shortcut={shape.shortcut}
            active={mode === last}
            disabledReason={readOnlyReason}
            icon={<shape.icon />}
            onClick={() => {
              chooseMode(session, mode === last ? 'select' : last);
            }}
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
      {mayUpdate && (
        <IconButton
          label={t('map.draw.snapping')}
          shortcut="Shift+S"
          active={isSnapping}
          icon={<MagnetIcon />}
          onClick={() => session.drawing.toggleSnapping()}
        />
      )}
    </>
  );
}
