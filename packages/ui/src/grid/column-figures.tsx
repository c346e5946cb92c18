import { Truncated } from '../overlay/truncated.tsx';

export interface ColumnFiguresProps {
  /** How many values there are in each part of the range. */
  bars?: { counts: readonly number[]; label: string } | undefined;
  /** What is told of the values: a label and a text each. */
  figures: readonly (readonly [label: string, text: string])[];
  /** Values that come most often, the first the most of all. */
  frequent?: { values: readonly FrequentValue[]; label: string } | undefined;
}

interface FrequentValue {
  key: string;
  text: string;
  count: number;
  countText: string;
}

/** What the values of a column are like: bars, figures and the most frequent ones. */
export function ColumnFigures({ bars, figures, frequent }: ColumnFiguresProps) {
  const most = frequent?.values[0]?.count ?? 1;
  return (
    <div className="column-figures">
      {bars && bars.counts.length > 0 && <Bars {...bars} />}
      <dl>
        {figures.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {frequent && frequent.values.length > 0 && (
        <ul aria-label={frequent.label}>
          {frequent.values.map(({ key, text, count, countText }) => (
            <li key={key}>
              <span dir="auto">
                <Truncated text={text} />
              </span>
              <small>{countText}</small>
              <i style={{ inlineSize: `${(count / most) * 100}%` }} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const [width, height] = [200, 48];

function Bars({ counts, label }: { counts: readonly number[]; label: string }) {
  const most = Math.max(1, ...counts);
  const step = width / counts.length;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {counts.map((count, index) => {
        const tall = count === 0 ? 0 : Math.max(1, (count / most) * height);
        return <rect key={index} x={index * step} width={Math.max(0.5, step - 1)} y={height - tall} height={tall} />;
      })}
    </svg>
  );
}
