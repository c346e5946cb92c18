import { useText } from '../../../platform/text.ts';
import { colonies, surveyPaths } from './survey-path-table.ts';
import './survey-drawing.css';

/** The Roman survey along the Via Aemilia, set out with the instrument that gave the product its name. */
export function SurveyDrawing() {
  const t = useText();
  return (
    <aside className="survey">
      <figure>
        <svg viewBox="0 0 800 900" preserveAspectRatio="xMinYMid slice" role="img" aria-label={t('access.surveyLabel')}>
          <path className="survey-land" d={surveyPaths.land} />
          <path className="survey-graticule" d={surveyPaths.graticule} />
          <path className="survey-squares" d={surveyPaths.squares} />
          <path className="survey-squares" data-fifth d={surveyPaths.everyFifth} />
          <path className="survey-road" d={surveyPaths.road} />
          {colonies.map(([name, x, y, radius]) => (
            <g key={name} className="survey-colony">
              <circle cx={x} cy={y} r={radius} />
              <text x={x - 4} y={y + 19} textAnchor="end">
                {name}
              </text>
            </g>
          ))}
          <text className="survey-sea" x="703" y="446">
            MARE HADRIATICVM
          </text>
          <g className="survey-instrument" transform="translate(302.8 55.4) scale(10)">
            <path d={surveyPaths.instrument} />
            <path data-bob d={surveyPaths.bobs} />
          </g>
        </svg>
        <figcaption>
          <b>{t('access.surveyTitle')}</b>
          <span>{t('access.surveyText')}</span>
        </figcaption>
      </figure>
    </aside>
  );
}
