import { useEffect, useState } from 'react';
import { t } from '../../../../platform/text.ts';
import { linkTo, type WindowedFile } from '../window-calls.ts';
import type { firstRows } from './json-node.ts';
import { JsonReader } from './json-reader.ts';

export interface OpenedJson {
  reader: JsonReader | null;
  first: ReturnType<typeof firstRows> | null;
  error: Error | null;
}

/** Opens a JSON file in a worker of its own. */
export function useJson({ projectId, path, identity }: WindowedFile): OpenedJson {
  const [opened, setOpened] = useState<OpenedJson>({ reader: null, first: null, error: null });
  useEffect(() => {
    const reader = new JsonReader();
    let isThere = true;
    const open = async () => {
      const first = await reader.open(await linkTo(projectId, path));
      if (isThere) setOpened({ reader, first, error: null });
    };
    open().catch((error: unknown) => {
      if (!isThere) return;
      const problem = error instanceof Error ? error : new Error(String(error));
      setOpened({
        reader: null,
        first: null,
        error: problem.message === '' ? new Error(t('file.fetchFailed')) : problem,
      });
    });
    return () => {
      isThere = false;
      reader.close();
    };
  }, [projectId, path, identity]);
  return opened;
}
