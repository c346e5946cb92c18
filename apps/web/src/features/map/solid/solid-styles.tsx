import { solidColorings, type SolidColoring, type SolidPlace, type SolidStyle } from '@groma/model';
import { Badge, Check, CubeIcon, LockIcon, NumberField, SelectField, SliderField, Switch, TextField } from '@groma/ui';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { StyleRow, StyleSection } from '../look/style-row.tsx';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';

interface SolidStylesProps {
  session: MapSession;
  layerId: string;
  layers: readonly { id: string; text: string }[];
  close: () => void;
}

interface LookProps {
  style: SolidStyle;
  isOff: boolean;
  change: (change: Partial<SolidStyle>) => void;
}

const automatic = ' automatic';

/** How a 3D layer looks and where it stands. */
export function SolidStyles({ session, layerId, layers, close }: SolidStylesProps) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const solid = useMapState(session, ({ solids }) => solids[layerId]);
  const editor = useMapState(session, ({ editors }) => editors[layerId]);
  if (!solid) return null;
  const lockedBy = editor && editor.userId !== session.myId ? editor.username : null;
  const readOnlyReason =
    lockedBy !== null ? t('map.editedBy', { name: lockedBy }) : mayUpdate ? null : t('style.mayNot');
  const look: LookProps = {
    style: solid.style,
    isOff: readOnlyReason !== null,
    change: (change) => session.changeSolid(layerId, change),
  };
  return (
    <div className="style-drawer">
      <DrawerHeader title={t('shell.drawer.layer-styles')} onClose={close} />
      <div className="style-layer">
        <CubeIcon size={16} />
        <SelectField
          size="s"
          aria-label={t('style.layer')}
          searchable={layers.length > 8}
          value={layerId}
          options={layers.map(({ id, text }) => ({ value: id, label: text }))}
          onChange={(id) => session.bind(id)}
        />
        <Badge>{t('solid.solid')}</Badge>
      </div>
      {readOnlyReason !== null && (
        <p className="style-locked">
          <LockIcon size={14} />
          {readOnlyReason}
        </p>
      )}
      <div className="style-body">
        <PointLook {...look} />
        <PlaceLook {...look} />
        <WholeLook {...look} />
      </div>
      <footer className="style-foot">{t(readOnlyReason === null ? 'style.forEveryone' : 'style.viewOnly')}</footer>
    </div>
  );
}

/** Models have no points, and take no harm. */
function PointLook({ style, isOff, change }: LookProps) {
  const t = useText();
  return (
    <StyleSection title={t('solid.points')}>
      <StyleRow label={t('file.scene.coloring')}>
        <SelectField
          size="s"
          aria-label={t('file.scene.coloring')}
          disabled={isOff}
          value={style.coloring ?? automatic}
          options={[
            { value: automatic, label: t('solid.automatic') },
            ...solidColorings.map((each) => ({ value: each as string, label: t(`file.scene.by.${each}`) })),
          ]}
          onChange={(chosen) => change({ coloring: chosen === automatic ? null : (chosen as SolidColoring) })}
        />
      </StyleRow>
      <StyleRow label={t('file.scene.pointSize')}>
        <SliderField
          label={t('file.scene.pointSize')}
          hideLabel
          min={1}
          max={20}
          disabled={isOff}
          value={style.pointSize}
          onChange={(pointSize) => change({ pointSize })}
        />
      </StyleRow>
    </StyleSection>
  );
}

function PlaceLook({ style, isOff, change }: LookProps) {
  const t = useText();
  const { place } = style;
  const number = (
    label: string,
    value: number,
    onChange: (value: number) => void,
    { suffix, ...limits }: { min: number; max: number; suffix?: string; decimalScale?: number },
  ) => (
    <StyleRow label={label}>
      <NumberField
        size="s"
        aria-label={label}
        disabled={isOff}
        value={value}
        suffix={suffix}
        {...limits}
        onChange={(next) => {
          if (next !== null && next >= limits.min && next <= limits.max) onChange(next);
        }}
      />
    </StyleRow>
  );
  const move = (part: Partial<SolidPlace>) => change({ place: { ...place!, ...part } });
  return (
    <StyleSection title={t('solid.place')}>
      {place && (
        <>
          {number(t('solid.longitude'), place.longitude, (longitude) => move({ longitude }), {
            min: -180,
            max: 180,
            suffix: '°',
            decimalScale: 7,
          })}
          {number(t('solid.latitude'), place.latitude, (latitude) => move({ latitude }), {
            min: -85,
            max: 85,
            suffix: '°',
            decimalScale: 7,
          })}
          {number(t('solid.heading'), place.heading, (heading) => move({ heading }), {
            min: -360,
            max: 360,
            suffix: '°',
            decimalScale: 2,
          })}
          {number(t('solid.scale'), place.scale, (scale) => move({ scale }), { min: 1e-6, max: 1e6, decimalScale: 6 })}
        </>
      )}
      {number(t('solid.lift'), style.lift, (lift) => change({ lift }), {
        min: -1_000_000,
        max: 1_000_000,
        suffix: ' m',
        decimalScale: 2,
      })}
      {place && (
        <Check checked={place.isUpright} disabled={isOff} onChange={(isUpright) => move({ isUpright })}>
          {t('solid.upright')}
        </Check>
      )}
    </StyleSection>
  );
}

function WholeLook({ style, isOff, change }: LookProps) {
  const t = useText();
  return (
    <StyleSection title={t('style.layer')}>
      <StyleRow label={t('style.opacity')}>
        <SliderField
          label={t('style.layerOpacity')}
          hideLabel
          suffix=" %"
          disabled={isOff}
          value={Math.round(style.opacity * 100)}
          onChange={(percent) => change({ opacity: percent / 100 })}
        />
      </StyleRow>
      <StyleRow label={t('style.inLegend')}>
        <Switch
          label={t('style.inLegend')}
          checked={style.isInLegend}
          disabled={isOff}
          onChange={(isInLegend) => change({ isInLegend })}
        />
      </StyleRow>
      <TextField
        size="s"
        label={t('solid.attribution')}
        disabled={isOff}
        maxLength={300}
        value={style.attribution}
        onChange={(event) => change({ attribution: event.currentTarget.value })}
      />
    </StyleSection>
  );
}
