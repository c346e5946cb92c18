import { Button, Skeleton } from '@groma/ui';
import type { StoredOutput as Stored, WholeOutput } from '@groma/model';
import { notebook as calls } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useNotebook } from '../block/notebook-context.ts';

/** An output that is kept beside the notebook: fetched when it is drawn, and never again. */
export function StoredOutput({ stored, children }: { stored: Stored; children: (output: WholeOutput) => ReactNode }) {
  const t = useText();
  const { id: notebookId } = useNotebook();
  const projectId = useProject().id;
  const { data, isError, refetch } = useQuery({
    queryKey: ['notebook-output', notebookId, stored.id],
    staleTime: Infinity,
    queryFn: async () =>
      (await api.call(calls.readOutput, { params: { notebookId, projectId, outputId: stored.id } })).data,
  });
  if (data) return children(data);
  if (isError)
    return (
      <p className="output-failure">
        {t('notebook.outputFailed')}{' '}
        <Button size="s" onClick={() => void refetch()}>
          {t('notebook.tryAgain')}
        </Button>
      </p>
    );
  return (
    <div className="output-part" style={{ padding: 12 }}>
      <Skeleton height={heightOf(stored)} />
    </div>
  );
}

/** What is drawn later takes the room it will need, as far as that is known. */
function heightOf({ height }: Stored): number {
  return Math.min(360, height ?? 120);
}
