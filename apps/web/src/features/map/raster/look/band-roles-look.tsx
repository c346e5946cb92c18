import { bandRoles, type BandRole } from '@groma/model';
import { SelectField } from '@groma/ui';
import { useText } from '../../../../platform/text.ts';
import { StyleRow, StyleSection } from '../../look/style-row.tsx';
import { findIndex, guessBands, indexExpression, saidBand, withBandRole } from './band-algebra.ts';
import { bandOptions, type RasterTarget } from './raster-target.ts';
import { useRestyle } from './use-restyle.ts';

const notSaid = 'none';

/**
 * Which band is which part of the spectrum: what the file says, and what people say where it does not. Indices take
 * their bands by it.
 */
export function BandRolesLook({ target }: { target: RasterTarget }) {
  const t = useText();
  const { restyle, shown: style } = useRestyle(target);
  const options = bandOptions(style);
  if (options.length < 3 || style.cogProps?.hasPalette === true) return null;
  const choose = (role: BandRole, band: number | null) => {
    const roles = withBandRole(style.bandRoles, role, band);
    const index = findIndex(style.currentAlgebra);
    if (!index?.bands.includes(role)) return restyle({ bandRoles: roles });
    const { bands } = guessBands(index, { ...style, bandRoles: roles });
    restyle({
      bandRoles: roles,
      bandsInExpression: bands,
      expression: indexExpression(index, bands, style.reflectanceScale),
    });
  };
  return (
    <StyleSection title={t('raster.bandRoles')}>
      <p className="style-note">{t('raster.bandRolesHint')}</p>
      {bandRoles.map((role) => {
        const said = saidBand(role, style.cogProps);
        const none = said === null ? t('raster.bandNotSaid') : t('raster.bandBySaid', { band: said });
        return (
          <StyleRow key={role} label={t(`raster.role.${role}`)}>
            <SelectField
              size="s"
              aria-label={t('raster.bandOfRole', { role: t(`raster.role.${role}`) })}
              searchable={options.length > 12}
              disabled={target.readOnlyReason !== null}
              options={[{ value: notSaid, label: none }, ...options]}
              value={String(style.bandRoles[role] ?? notSaid)}
              onChange={(band) => choose(role, band === notSaid ? null : Number(band))}
            />
          </StyleRow>
        );
      })}
    </StyleSection>
  );
}
