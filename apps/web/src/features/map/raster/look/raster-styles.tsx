import { completeRasterStyle, newRasterStyle, type RasterStyle } from '@groma/model';
import { Badge, IconButton, LockIcon, RestoreIcon, SelectField } from '@groma/ui';
import { DrawerHeader } from '../../../../platform/frame/drawer-header.tsx';
import { useCan } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import type { MapSession } from '../../session/map-session.ts';
import { useMapState } from '../../session/use-map-state.ts';
import { RasterSwatch } from '../../look/raster-swatch.tsx';
import { BandRolesLook } from './band-roles-look.tsx';
import { ColorsLook } from './colors-look.tsx';
import { HillshadeLook, ImageFacts, ImageLook } from './image-look.tsx';
import type { RasterTarget } from './raster-target.ts';
import { StretchLook } from './stretch-look.tsx';
import { ValuesLook } from './values-look.tsx';
import './raster-styles.css';

interface RasterStylesProps {
  session: MapSession;
  layerId: string;
  layers: readonly { id: string; text: string }[];
  close: () => void;
}

/** How an image looks (RAS-027). */
export function RasterStyles({ session, layerId, layers, close }: RasterStylesProps) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const raster = useMapState(session, ({ rasters }) => rasters[layerId]);
  const editor = useMapState(session, ({ editors }) => editors[layerId]);
  if (!raster) return null;
  const lockedBy = editor && editor.userId !== session.myId ? editor.username : null;
  const readOnlyReason =
    lockedBy !== null ? t('map.editedBy', { name: lockedBy }) : mayUpdate ? null : t('style.mayNot');
  const style = completeRasterStyle(raster.style);
  const target: RasterTarget = {
    session,
    layerId,
    url: raster.source.url,
    style,
    readOnlyReason,
    change: (change) => session.changeRaster(layerId, change),
  };
  // What Earth Engine draws comes in the colours of its data set.
  const isElsewhere = style.layerType === 'GEE';
  const isShaded = style.algorithm === 'hillshade';
  const isOne = style.displayMode === 'single-channel';
  const usesFile =
    style.cogProps?.hasPalette === true && style.colorMap === null && !style.customPalette && style.expression === null;
  return (
    <div className="style-drawer">
      <DrawerHeader title={t('shell.drawer.layer-styles')} onClose={close}>
        <IconButton
          label={t('style.reset')}
          icon={<RestoreIcon />}
          disabledReason={readOnlyReason ?? undefined}
          onClick={() => target.change(firstLook(style))}
        />
      </DrawerHeader>
      <div className="style-layer">
        <RasterSwatch style={style} />
        <SelectField
          size="s"
          aria-label={t('style.layer')}
          searchable={layers.length > 8}
          value={layerId}
          options={layers.map(({ id, text }) => ({ value: id, label: text }))}
          onChange={(id) => session.bind(id)}
        />
        <Badge>{t('raster.raster')}</Badge>
      </div>
      {readOnlyReason !== null && (
        <p className="style-locked">
          <LockIcon size={14} />
          {readOnlyReason}
        </p>
      )}
      <div className="style-body">
        {!isElsewhere && <ValuesLook target={target} />}
        {!isElsewhere && <BandRolesLook target={target} />}
        {!isElsewhere && !isShaded && !usesFile && !(isOne && style.customPalette) && <StretchLook target={target} />}
        {!isElsewhere && isOne && !isShaded && <ColorsLook target={target} />}
        {!isElsewhere && isOne && style.expression === null && <HillshadeLook target={target} />}
        <ImageLook target={target} />
        <ImageFacts target={target} />
      </div>
      <footer className="style-foot">{t(readOnlyReason === null ? 'style.forEveryone' : 'style.viewOnly')}</footer>
    </div>
  );
}

/** The look the layer came with, of what is known of it. */
function firstLook(style: RasterStyle): Partial<RasterStyle> {
  if (!style.cogProps) return {};
  const {
    cogProps: _props,
    stats: _stats,
    extent: _extent,
    bounds: _bounds,
    resolution: _resolution,
    assumedCrs: _assumed,
    bandRoles: _roles,
    ...look
  } = newRasterStyle({
    props: style.cogProps,
    bounds: style.bounds,
    dType: style.dType,
    isCOG: style.isCOG,
    stats: style.stats,
  });
  return look;
}
