import type { RasterStyle } from '@groma/model';
import { TextArea } from '@groma/ui';
import { useEffect } from 'react';
import { useText } from '../../../../platform/text.ts';
import { useKeptText } from '../../../../platform/unsaved/kept-text.ts';
import { checkExpression } from './band-algebra.ts';

const restMs = 500;

/** Own band maths: checked with each key, shown on the map when the person rests. */
export function ExpressionLook({
  layerId,
  style,
  isOff,
  onExpression,
}: {
  layerId: string;
  style: RasterStyle;
  isOff: boolean;
  onExpression: (text: string, bands: number[]) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useKeptText(`band-maths.${layerId}`);
  const text = typed ?? style.expression ?? '';
  const checked = checkExpression(text, style.cogProps?.bandNames.length ?? 1);
  useEffect(() => {
    if (typed === null || !('bands' in checked) || typed === style.expression) return undefined;
    const timer = setTimeout(() => onExpression(typed, checked.bands), restMs);
    return () => clearTimeout(timer);
    // What is typed says all else.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  // What is shown on the map needs to be kept no more.
  useEffect(() => {
    if (typed !== null && typed === style.expression) setTyped(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, style.expression]);
  const error = !('problem' in checked)
    ? undefined
    : checked.problem === 'no-band'
      ? t('raster.maths.noBand', { band: checked.band, count: style.cogProps?.bandNames.length ?? 1 })
      : checked.problem === 'no-bands'
        ? t('raster.maths.noBands')
        : checked.place === null
          ? t('raster.maths.wrong')
          : t('raster.maths.wrongAt', { place: checked.place });
  return (
    <TextArea
      label={t('raster.maths.label')}
      dir="ltr"
      className="raster-maths"
      spellCheck={false}
      autosize
      minRows={2}
      maxRows={6}
      disabled={isOff}
      value={text}
      error={error}
      hint={t('raster.maths.hint')}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
