import {
  completeVectorStyle,
  defaultVectorStyle,
  descendantsOf,
  isSurface,
  newLayerStyle,
  plainSymbology,
  rootParent,
  type Symbology,
  type VectorStyle,
} from '@groma/model';
import {
  Badge,
  ClipboardIcon,
  CopyIcon,
  EmptyState,
  IconButton,
  LockIcon,
  PaletteIcon,
  RestoreIcon,
  Segmented,
  SelectField,
  SkeletonRows,
  toast,
} from '@groma/ui';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { useActivePanel, useOpenPanels } from '../../../registry/panel.ts';
import { LayerSwatch } from '../look/layer-swatch.tsx';
import { shapeOf } from '../look/layer-shape.ts';
import { currentMapId } from '../maps/map-panels.ts';
import { pastedStyle } from '../look/pasted-style.ts';
import type { KindState } from '../render/drawn-kind.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { CategoriesLook } from './categories-look.tsx';
import { DrawingLook } from './drawing-look.tsx';
import { FilterSection } from './filter-section.tsx';
import { GraduatedLook } from './graduated-look.tsx';
import { JoinsSection } from './joins-section.tsx';
import { LabelLook } from './label-look.tsx';
import { LayerLook } from '../look/layer-look.tsx';
import { ShapeLook } from './simple-look.tsx';
import { copyStyle, styleClipboard } from './style-clipboard.ts';
import { hasShape, type StyleTarget } from './style-target.ts';
import './style-drawer.css';

interface LayerStylesProps {
  session: MapSession;
  layerId: string;
  layers: readonly { id: string; text: string }[];
  close: () => void;
}

/** How layers of a kind look that is no features. */
export interface StyledKind {
  has(state: KindState, layerId: string): boolean;
  styles(props: LayerStylesProps): ReactNode;
}

interface StyleDrawerProps extends DrawerProps {
  kinds: readonly StyledKind[];
}

/** How the layer in hand looks (VEC-004). */
export function StyleDrawer({ close, kinds }: StyleDrawerProps) {
  const t = useText();
  useActivePanel();
  useOpenPanels();
  const mapId = currentMapId();
  if (mapId !== null) return <MapStyles key={mapId} mapId={mapId} close={close} kinds={kinds} />;
  return (
    <div className="style-drawer">
      <DrawerHeader title={t('shell.drawer.layer-styles')} onClose={close} />
      <EmptyState icon={<PaletteIcon size={18} />} title={t('style.noMap')}>
        {t('style.noMapText')}
      </EmptyState>
    </div>
  );
}

function MapStyles({ mapId, close, kinds }: StyleDrawerProps & { mapId: string }) {
  const t = useText();
  const session = useMapSession(mapId);
  const state = useMapState(session, (each) => each);
  const { hierarchy, data, boundLayerId, status } = state;
  const kindOf = (layerId: string) => kinds.find(({ has }) => has(state, layerId));
  const layers = descendantsOf(hierarchy, rootParent).filter(
    ({ id, type }) => type === 'Layer' && (kindOf(id) ?? data[id]?.kind === 'vector'),
  );
  const current = layers.find(({ id }) => id === boundLayerId) ?? layers[0];
  const kind = current && kindOf(current.id);
  if (current && kind)
    return <Fragment key={current.id}>{kind.styles({ session, layerId: current.id, layers, close })}</Fragment>;
  if (current)
    return <LayerStyles key={current.id} session={session} layerId={current.id} layers={layers} close={close} />;
  return (
    <div className="style-drawer">
      <DrawerHeader title={t('shell.drawer.layer-styles')} onClose={close} />
      {status === 'loading' ? (
        <SkeletonRows rows={6} withIcon={false} />
      ) : (
        <EmptyState icon={<PaletteIcon size={18} />} title={t('style.noLayers')}>
          {t('style.noLayersText')}
        </EmptyState>
      )}
    </div>
  );
}

function LayerStyles({ session, layerId, layers, close }: LayerStylesProps) {
  const t = useText();
  const target = useStyleTarget(session, layerId);
  const { style, shape, change, readOnlyReason } = target;
  const copied = styleClipboard();
  // A density has colours of its own, and no marks.
  const isDensity = shape === 'point' && isSurface(style.pointDrawing);
  const name = layers.find(({ id }) => id === layerId)?.text ?? '';
  const reset = () =>
    change({
      ...defaultVectorStyle,
      // What is shown is no look.
      filter: style.filter,
      joins: style.joins,
      ...newLayerStyle(
        Math.max(
          0,
          layers.findIndex(({ id }) => id === layerId),
        ),
      ),
    });
  return (
    <div className="style-drawer">
      <DrawerHeader title={t('shell.drawer.layer-styles')} onClose={close}>
        <IconButton
          label={t('style.copy')}
          icon={<CopyIcon />}
          onClick={() => {
            copyStyle(style, name);
            toast.info(t('style.copied', { name }));
          }}
        />
        <IconButton
          label={copied.style ? t('style.paste', { name: copied.from }) : t('style.pasteNothing')}
          icon={<ClipboardIcon />}
          disabledReason={readOnlyReason ?? (copied.style ? undefined : t('style.nothingCopied'))}
          onClick={() => {
            if (copied.style)
              change(
                pastedStyle(
                  copied.style,
                  target.columns.map((column) => column.name),
                ),
              );
          }}
        />
        <IconButton
          label={t('style.reset')}
          icon={<RestoreIcon />}
          disabledReason={readOnlyReason ?? undefined}
          onClick={reset}
        />
      </DrawerHeader>
      <div className="style-layer">
        <LayerSwatch swatch={{ shape, style }} />
        <SelectField
          size="s"
          aria-label={t('style.layer')}
          searchable={layers.length > 8}
          value={layerId}
          options={layers.map(({ id, text }) => ({ value: id, label: text }))}
          onChange={(id) => session.bind(id)}
        />
        <Badge>{t(`style.shape.${shape}`)}</Badge>
      </div>
      {readOnlyReason !== null && (
        <p className="style-locked">
          <LockIcon size={14} />
          {readOnlyReason}
        </p>
      )}
      <div className="style-body">
        {hasShape(shape, 'point') && <DrawingLook target={target} />}
        {!isDensity && <KindLook target={target} />}
        {shape !== 'none' && !isDensity && <ShapeLook target={target} />}
        {(shape !== 'point' || style.pointDrawing.kind === 'points') && <LabelLook target={target} />}
        <FilterSection target={target} />
        <JoinsSection target={target} />
        <LayerLook target={target} />
      </div>
      <footer className="style-foot">{t(readOnlyReason === null ? 'style.forEveryone' : 'style.viewOnly')}</footer>
    </div>
  );
}

/** One colour, categories or classes; a kind that has no column yet is only opened, not yet shown on the map. */
function KindLook({ target }: { target: StyleTarget }) {
  const t = useText();
  const {
    style: { symbology },
    change,
    readOnlyReason,
  } = target;
  const [opened, setOpened] = useState<{ kind: Symbology['kind']; over: Symbology['kind'] } | null>(null);
  // Opened over another kind: once the map shows something else, that is what is meant.
  const kind = opened?.over === symbology.kind ? opened.kind : symbology.kind;
  const isOff = readOnlyReason !== null;
  const choose = (next: Symbology['kind']) => {
    setOpened({ kind: next, over: symbology.kind });
    if (next === 'single' && symbology.kind !== 'single') change({ symbology: plainSymbology });
  };
  return (
    <>
      <div className="style-kind">
        <Segmented
          label={t('style.kind')}
          fullWidth
          value={kind}
          onChange={choose}
          options={(['single', 'categorised', 'graduated'] as const).map((value) => ({
            value,
            label: t(`style.kinds.${value}`),
            disabled: isOff && value !== symbology.kind,
          }))}
        />
      </div>
      {kind === 'categorised' && (
        <CategoriesLook target={target} symbology={symbology.kind === 'categorised' ? symbology : null} />
      )}
      {kind === 'graduated' && (
        <GraduatedLook target={target} symbology={symbology.kind === 'graduated' ? symbology : null} />
      )}
    </>
  );
}

function useStyleTarget(session: MapSession, layerId: string): StyleTarget {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const stored = useMapState(session, (state) => state.styles[layerId]);
  const loaded = useMapState(session, (state) => state.loaded[layerId]);
  const layer = useMapState(session, (state) => state.data[layerId]);
  const editor = useMapState(session, (state) => state.editors[layerId]);
  useEffect(() => {
    session.loadLayer(layerId);
  }, [session, layerId]);
  const isReady = loaded?.load.status === 'ready';
  const lockedBy = editor && editor.userId !== session.myId ? editor.username : null;
  return {
    session,
    layerId,
    style: completeVectorStyle((stored ?? {}) as Partial<VectorStyle>),
    shape: shapeOf(layer),
    version: loaded?.version ?? 0,
    isReady,
    columns: isReady ? loaded.columns : (layer?.manifest.columns ?? []),
    readOnlyReason: lockedBy !== null ? t('map.editedBy', { name: lockedBy }) : mayUpdate ? null : t('style.mayNot'),
    change: (change) => session.changeStyle(layerId, change),
  };
}
