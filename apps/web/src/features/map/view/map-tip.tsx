import './map-tip.css';

/** Pixels that a tip takes beside the pointer: nearer to the end of the map it stands before it. */
const room = 280;

interface MapTipProps {
  x: number;
  y: number;
  /** Of the map, in pixels. */ width: number;
  title: string;
  /** The layer, where the title is another name. */ layerName?: string;
  rows: readonly (readonly [name: string, text: string])[];
}

/** What is under the pointer, beside it. */
export function MapTip({ x, y, width, title, layerName, rows }: MapTipProps) {
  return (
    <div className="map-tip" role="tooltip" data-at-end={x > width - room || undefined} style={{ left: x, top: y }}>
      <div className="map-tip-title">
        <b>{title}</b>
        {layerName !== undefined && <span>{layerName}</span>}
      </div>
      <dl>
        {rows.map(([name, text], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
