import { effectOf } from '@groma/model';
import { Button, ChartBarIcon, DownloadIcon, MapPlusIcon, toast } from '@groma/ui';
import type { DatabaseReply } from '@groma/protocol';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { saveKeptCsv } from '../database-calls.ts';
import { openChart } from '../database-panels.ts';
import { parametersOf } from '../sql/parameters.ts';
import { isKeptWhole, type StatementResult } from '../history/query-run.ts';
import { openAddToMap } from '../map/add-to-map.tsx';
import { useResultPlaces } from '../map/result-places.ts';
import type { RowQuery } from '../result/result-rows.ts';
import { saveBlob } from '../result/save-csv.ts';
import type { EditorSession } from './editor-session.ts';

interface ResultActionsProps {
  database: DatabaseReply;
  session: EditorSession;
  result: StatementResult | null;
  query: RowQuery;
}

/**
 * What can be done with the rows that are shown: saved as CSV as they are sorted and filtered, drawn as a chart, and
 * put on a map where they have geometries or degrees.
 */
export function ResultActions({ database, session, result, query }: ResultActionsProps) {
  const t = useText();
  const mayMap = useCan('update', 'map');
  const [isWriting, setWriting] = useState(false);
  const places = useResultPlaces(session, result);
  if (!result?.columns) return null;
  const isOver = result.status !== 'executing';
  const save = async () => {
    setWriting(true);
    try {
      if (!result.isHeld && result.resultId !== null) return await saveKeptCsv(database.id, result.resultId);
      const isPart = result.status !== 'success' || result.isCut;
      saveBlob(
        await session.csv(result.id, query),
        `${isPart ? t('database.partFile', { name: database.name, count: result.rows }) : database.name}.csv`,
      );
    } catch (error) {
      toast.error(errorText(error), { title: t('database.csvFailed') });
    } finally {
      setWriting(false);
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<DownloadIcon />}
        loading={isWriting}
        disabled={!isOver || (!result.isHeld && !isKeptWhole(result))}
        onClick={() => {
          void save();
        }}
      >
        {t('database.csv')}
      </Button>
      {canBeDrawn(database, result.query) && (
        <Button
          variant="quiet"
          icon={<ChartBarIcon />}
          disabled={result.status !== 'success'}
          onClick={() => openChart({ name: database.name, database: database.id, sql: result.query })}
        >
          {t('database.chart')}
        </Button>
      )}
      {places.length > 0 && (
        <Button
          icon={<MapPlusIcon />}
          disabled={!mayMap || !isKeptWhole(result)}
          title={mayMap ? undefined : t('database.mayNotMap')}
          onClick={() =>
            openAddToMap({
              database,
              resultId: result.resultId!,
              places,
              rows: result.rows,
              query: result.query,
            })
          }
        >
          {t('database.addToMap')}
        </Button>
      )}
    </>
  );
}

/** Whether a statement can be read again for a chart: by DuckDB, changing nothing, and with nothing to fill in. */
function canBeDrawn({ dbType }: DatabaseReply, statement: string): boolean {
  return (
    (dbType === 'project' || dbType === 'managed-duckdb') &&
    /^\s*(select|with|from)\b/i.test(statement) &&
    effectOf(statement) === 'none' &&
    parametersOf(statement).length === 0
  );
}
