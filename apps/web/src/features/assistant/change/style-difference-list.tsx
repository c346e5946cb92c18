import { ArrowRightIcon } from '@groma/ui';
import type { Symbology } from '@groma/model';
import { useText, type Text } from '../../../platform/text.ts';

/** Texts of properties that are called otherwise than by themselves. */
const names: Record<string, string> = {
  fillColor: 'style.fillColor',
  lineColor: 'style.lineColor',
  iconColor: 'style.iconColor',
  lineWidth: 'style.lineWidth',
  lineWidthUnits: 'style.lineWidthUnits',
  opacity: 'style.layerOpacity',
  minZoom: 'style.minZoom',
  maxZoom: 'style.maxZoom',
  pointRadius: 'style.radius',
  pointIcon: 'style.icon',
  pointSize: 'style.sizeBy',
  pointDrawing: 'style.drawAs',
  symbology: 'style.kind',
  labels: 'style.labels',
  isInLegend: 'style.inLegend',
  visible: 'change.visible',
};

type Look = Record<string, unknown>;

/** Classes that are named; a layer may have hundreds. */
const mostNamed = 8;

/** Properties of a style before and after. */
export function StyleDifferenceList({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const [was, will] = [before as Look, after as Look];
  return (
    <dl className="change-values">
      {Object.keys(will).map((name) => (
        <div key={name}>
          <dt>{names[name] ? t(names[name]) : name}</dt>
          <dd>
            <del>
              <StyleValue name={name} value={was[name]} />
            </del>
            <ArrowRightIcon size={12} />
            <ins>
              <StyleValue name={name} value={will[name]} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StyleValue({ name, value }: { name: string; value: unknown }) {
  const t = useText();
  if (typeof value === 'boolean') return t(value ? 'style.yes' : 'style.no');
  if (isColor(value)) {
    const [red, green, blue, opacity = 255] = value;
    const text = `${red}, ${green}, ${blue}${opacity === 255 ? '' : ` · ${Math.round((opacity / 255) * 100)} %`}`;
    return (
      <span className="change-color">
        <i style={{ background: `rgb(${red} ${green} ${blue} / ${opacity / 255})` }} aria-hidden />
        {text}
      </span>
    );
  }
  if (value === null || value === undefined) return t('change.empty');
  if (typeof value !== 'object') return String(value as string | number);
  const { kind, column, text } = value as { kind?: string; column?: string; text?: string };
  if (kind !== undefined && name === 'pointDrawing') return t(`style.drawings.${kind}`);
  if (kind !== undefined)
    return [t(`style.kinds.${kind}`), column, shownClasses(value as Symbology, t)].filter(Boolean).join(' · ');
  return text ?? column ?? JSON.stringify(value);
}

/** The classes that are drawn where the others are not: what a layer is filtered by. */
function shownClasses(symbology: Symbology, t: Text): string {
  if (symbology.kind === 'single' || symbology.other !== null) return '';
  if (symbology.kind === 'graduated') return `${symbology.breaks[0]} – ${symbology.breaks.at(-1)}`;
  const shown = symbology.categories.filter(({ isHidden }) => !isHidden);
  const named = shown.slice(0, mostNamed).map(({ value }) => (value === null ? t('change.empty') : String(value)));
  return [...named, ...(shown.length > mostNamed ? ['…'] : [])].join(', ');
}

function isColor(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    (value.length === 3 || value.length === 4) &&
    value.every((each) => typeof each === 'number')
  );
}
