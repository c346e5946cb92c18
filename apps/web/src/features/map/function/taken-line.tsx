import type { ToolDefinition } from '@groma/model';
import { AlertTriangleIcon, Spinner } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { onlyKind, sumOf } from './input-counts.ts';
import type { Taken } from './use-taken.ts';

interface TakenLineProps {
  /** Whether the tool takes features as its fields are set. */
  isTaking: boolean;
  tool: ToolDefinition;
  taken: Taken;
  layerName: string;
  /** The layer shows only some of its features. */
  isFiltered: boolean;
  /** What keeps the tool from running; an empty text is said elsewhere. */
  problem: string | null;
}

/** What the tool would take now, and why it cannot (GEO-052 to GEO-065). */
export function TakenLine({ isTaking, tool, taken, layerName, isFiltered, problem }: TakenLineProps) {
  const t = useText();
  const [input] = tool.inputs;
  const counts = (input && taken.counts[input.name]) ?? null;
  const { source } = taken;
  const said = source
    ? source.rows === null
      ? t('function.allRows', { name: source.name })
      : t(source.isAbout ? 'function.about' : 'function.rows', { count: source.rows, name: source.name })
    : taken.fids === null
      ? t('function.all', { count: counts ? sumOf(counts) : 0, name: layerName })
      : t(`function.selected.${(counts && onlyKind(counts)) ?? 'feature'}`, { count: taken.fids.length });
  return (
    <div className="function-taken" id="function-taken" role="status">
      {input && isTaking && taken.failure === null && (
        <span>
          {taken.isLoading && <Spinner />}
          {taken.isLoading ? t('function.reading') : said}
        </span>
      )}
      {input && isTaking && isFiltered && taken.source === null && taken.fids === null && (
        <span>{t('function.unfiltered')}</span>
      )}
      {problem !== null && problem !== '' && (
        <span className="function-problem">
          <AlertTriangleIcon size={14} />
          {problem}
        </span>
      )}
    </div>
  );
}
