import { clusterRadius, firstHeat, plainDrawing, type PointDrawing, type PointDrawingKind } from '@groma/model';
import { SelectField, SliderField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { StyleRow, StyleSection } from '../look/style-row.tsx';
import { firstHexagonsOf } from './find-hexagons.ts';
import { HeatLook } from './heat-look.tsx';
import { HexagonLook } from './hexagon-look.tsx';
import type { StyleTarget } from './style-target.ts';

const kinds: readonly PointDrawingKind[] = ['points', 'clusters', 'heat', 'hexagons'];

/** As what points are drawn, and how. */
export function DrawingLook({ target }: { target: StyleTarget }) {
  const t = useText();
  const { style, change, readOnlyReason } = target;
  const { pointDrawing } = style;
  const isOff = readOnlyReason !== null;
  const draw = (next: PointDrawing) => change({ pointDrawing: next });
  const choose = async (kind: PointDrawingKind) => {
    if (kind === pointDrawing.kind) return;
    if (kind === 'hexagons') {
      const found = await firstHexagonsOf(target);
      if (found) draw(found);
      return;
    }
    if (kind === 'clusters') return draw({ kind, radius: clusterRadius.first });
    draw(kind === 'heat' ? firstHeat : plainDrawing);
  };
  return (
    <StyleSection>
      <StyleRow label={t('style.drawAs')}>
        <SelectField
          size="s"
          aria-label={t('style.drawAs')}
          disabled={isOff}
          value={pointDrawing.kind}
          options={kinds.map((value) => ({ value, label: t(`style.drawings.${value}`) }))}
          onChange={(kind) => {
            void choose(kind);
          }}
        />
      </StyleRow>
      {pointDrawing.kind === 'clusters' && (
        <StyleRow label={t('style.clusterRadius')}>
          <SliderField
            label={t('style.clusterRadius')}
            hideLabel
            min={clusterRadius.least}
            max={clusterRadius.most}
            step={5}
            suffix=" px"
            disabled={isOff}
            value={pointDrawing.radius}
            onChange={(radius) => draw({ ...pointDrawing, radius })}
          />
        </StyleRow>
      )}
      {pointDrawing.kind === 'heat' && <HeatLook target={target} drawing={pointDrawing} />}
      {pointDrawing.kind === 'hexagons' && <HexagonLook target={target} drawing={pointDrawing} />}
    </StyleSection>
  );
}
