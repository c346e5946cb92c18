import { colourBands } from '@groma/model';
import { bandIndices } from '@groma/raster';
import { Button, Note, NumberField, Segmented, SelectField } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import { StyleRow, StyleSection } from '../../look/style-row.tsx';
import { findIndex, guessBands, indexExpression, saidBand, withBandRole } from './band-algebra.ts';
import { ExpressionLook } from './expression-look.tsx';
import { bandOptions, type RasterTarget } from './raster-target.ts';
import { useRestyle } from './use-restyle.ts';

const ownMaths = 'expression';
const plainBand = 'band';
const channels = ['red', 'green', 'blue'] as const;

/** What of the raster is shown: three bands as colours, one band, an index, or own band maths. */
export function ValuesLook({ target }: { target: RasterTarget }) {
  const t = useText();
  const { readOnlyReason } = target;
  const { restyle, failure, shown: style } = useRestyle(target);
  const isOff = readOnlyReason !== null;
  const options = bandOptions(style);
  const first = style.bands[0] ?? 1;
  const showMode = (displayMode: 'single-channel' | 'multi-channel') =>
    restyle({
      displayMode,
      algorithm: null,
      bands: displayMode === 'multi-channel' ? (style.cogProps ? colourBands(style.cogProps) : [1, 2, 3]) : [first],
    });
  return (
    <StyleSection title={t('raster.values')}>
      <Segmented
        label={t('raster.mode')}
        fullWidth
        value={style.displayMode}
        onChange={showMode}
        options={[
          { value: 'single-channel', label: t('raster.single'), disabled: isOff },
          { value: 'multi-channel', label: t('raster.multi'), disabled: isOff || options.length < 3 },
        ]}
      />
      {style.displayMode === 'multi-channel' ? (
        channels.map((channel, place) => (
          <StyleRow key={channel} label={t(`raster.channel.${channel}`)}>
            <SelectField
              size="s"
              aria-label={t(`raster.channel.${channel}`)}
              searchable={options.length > 12}
              disabled={isOff}
              options={options}
              value={String(style.bands[place] ?? 1)}
              onChange={(band) =>
                restyle({ bands: style.bands.map((each, index) => (index === place ? Number(band) : each)) })
              }
            />
          </StyleRow>
        ))
      ) : (
        <SingleValue target={{ ...target, style }} restyle={restyle} options={options} isOff={isOff} />
      )}
      {failure !== null && <Note kind="error">{failure}</Note>}
    </StyleSection>
  );
}

interface SingleValueProps {
  target: RasterTarget;
  restyle: ReturnType<typeof useRestyle>['restyle'];
  options: { value: string; label: string }[];
  isOff: boolean;
}

function SingleValue({ target: { layerId, style, change }, restyle, options, isOff }: SingleValueProps) {
  const t = useText();
  const chosen = style.currentAlgebra ?? plainBand;
  const index = findIndex(style.currentAlgebra);
  /** Some band of the index is what it is by nobody's word: no person's, and not the file's. */
  const isProposal = index?.bands.some(
    (role, place) =>
      (style.bandRoles[role] ?? saidBand(role, style.cogProps)) !== (style.bandsInExpression[place] ?? null),
  );
  const confirm = () =>
    restyle({
      bandRoles: index!.bands.reduce(
        (roles, role, place) => withBandRole(roles, role, style.bandsInExpression[place] ?? null),
        style.bandRoles,
      ),
    });
  const show = (name: string) => {
    if (name === plainBand) return restyle({ currentAlgebra: null, expression: null, bandsInExpression: [] });
    const found = findIndex(name);
    if (!found)
      return change({
        currentAlgebra: ownMaths,
        bandsInExpression: style.expression === null ? style.bands : style.bandsInExpression,
        expression: style.expression ?? `b${style.bands[0] ?? 1}`,
        algorithm: null,
      });
    const { bands } = guessBands(found, style);
    return restyle({
      currentAlgebra: name,
      bandsInExpression: bands,
      expression: indexExpression(found, bands, style.reflectanceScale),
      algorithm: null,
      ...(style.colorMap === null && { colorMap: 'rdylgn' }),
    });
  };
  return (
    <>
      <StyleRow label={t('raster.show')}>
        <SelectField
          size="s"
          aria-label={t('raster.show')}
          searchable
          disabled={isOff}
          value={chosen}
          onChange={show}
          options={[
            { value: plainBand, label: t('raster.oneBand') },
            ...bandIndices.map(({ name, bands }) =>
              bands.length > options.length
                ? { value: name, label: t('raster.needsBands', { name, count: bands.length }), disabled: true }
                : { value: name, label: name },
            ),
            { value: ownMaths, label: t('raster.ownMaths') },
          ]}
        />
      </StyleRow>
      {chosen === plainBand && (
        <StyleRow label={t('raster.band')}>
          <SelectField
            size="s"
            aria-label={t('raster.band')}
            searchable={options.length > 12}
            disabled={isOff}
            options={options}
            value={String(style.bands[0] ?? 1)}
            onChange={(band) => restyle({ bands: [Number(band)] })}
          />
        </StyleRow>
      )}
      {index && (
        <>
          <p className="style-note">
            {t(`raster.index.${index.name}`)} · {index.source}
          </p>
          {isProposal === true && (
            <Note
              kind="warning"
              action={
                !isOff && (
                  <Button size="s" onClick={() => confirm()}>
                    {t('raster.bandsConfirm')}
                  </Button>
                )
              }
            >
              {t('raster.bandsGuessed')}
            </Note>
          )}
          {new Set(style.bandsInExpression).size < index.bands.length && (
            <Note kind="error">{t('raster.bandsSame')}</Note>
          )}
          {index.bands.map((role, place) => (
            <StyleRow key={role} label={t(`raster.role.${role}`)}>
              <SelectField
                size="s"
                aria-label={t(`raster.role.${role}`)}
                disabled={isOff}
                options={options}
                value={String(style.bandsInExpression[place] ?? 1)}
                onChange={(band) => {
                  const before = style.bandsInExpression[place] ?? 1;
                  // The role that had the band gets the one that is free now: no band is two parts of the spectrum.
                  const bands = index.bands.map((_, each) =>
                    each === place
                      ? Number(band)
                      : style.bandsInExpression[each] === Number(band)
                        ? before
                        : (style.bandsInExpression[each] ?? 1),
                  );
                  restyle({
                    bandRoles: withBandRole(style.bandRoles, role, Number(band)),
                    bandsInExpression: bands,
                    expression: indexExpression(index, bands, style.reflectanceScale),
                  });
                }}
              />
            </StyleRow>
          ))}
          <StyleRow label={t('raster.scale')}>
            <NumberField
              size="s"
              aria-label={t('raster.scaleHint')}
              min={0.000001}
              disabled={isOff}
              value={style.reflectanceScale}
              onLeave={(scale) => {
                if (scale !== null && scale > 0 && scale !== style.reflectanceScale)
                  restyle({
                    reflectanceScale: scale,
                    expression: indexExpression(index, style.bandsInExpression, scale),
                  });
              }}
            />
          </StyleRow>
          <code className="raster-formula" dir="ltr">
            {style.expression}
          </code>
        </>
      )}
      {chosen === ownMaths && (
        <ExpressionLook
          layerId={layerId}
          key={style.cogProps?.bandNames.length}
          style={style}
          isOff={isOff}
          onExpression={(expression, bandsInExpression) => restyle({ expression, bandsInExpression })}
        />
      )}
    </>
  );
}
