import { typedText } from '../../platform/unsaved/typed-text.ts';
import type { KeptRecord } from '../../platform/unsaved/kept-record.ts';

/** Work on one thing that could not be merged for one reason, as people are shown it. */
export interface UnsavedWork {
  key: string;
  title: string;
  code: string;
  madeAt: number;
  text: string;
  records: readonly KeptRecord[];
}

/**
 * What could not be merged in a workspace, by thing and reason. Edits without a text, as of a format alone, are counted
 * too.
 */
export function unsavedWork(records: readonly KeptRecord[], projectId: string): UnsavedWork[] {
  const groups = Map.groupBy(
    records.filter((record) => record.projectId === projectId && record.code !== null),
    ({ place, code }) => `${place} ${code!}`,
  );
  return [...groups].map(([key, group]) => {
    const last = group.at(-1)!;
    return { key, title: last.title, code: last.code!, madeAt: last.madeAt, text: textOf(group), records: group };
  });
}

function textOf(records: readonly KeptRecord[]): string {
  const updates = records.flatMap(({ work }) => (work instanceof Uint8Array ? [work] : []));
  const changes = records.flatMap(({ work, text }) =>
    work instanceof Uint8Array ? [] : [text ?? JSON.stringify(work, null, 2)],
  );
  return [...(updates.length > 0 ? [typedText(updates)] : []), ...changes].join('\n');
}
