import { baseName, copyName, GromaError, numberedName, type ClashRule, type DataPath } from '@groma/model';
import type { file } from '@groma/protocol';

/** Does something to each path by itself: what cannot be done is told beside what was. */
export async function settleEach(
  paths: readonly string[],
  work: (path: string) => Promise<string | null>,
): Promise<file.FileOutcome[]> {
  const outcomes: file.FileOutcome[] = [];
  for (const from of paths) {
    try {
      outcomes.push({ from, to: await work(from), error: null });
    } catch (error) {
      if (!(error instanceof GromaError)) throw error;
      outcomes.push({ from, to: null, error: { code: error.code, message: error.message } });
    }
  }
  return outcomes;
}

/** What is to come under a name, and what is to be done when the name is taken. */
interface Placing {
  folder: DataPath;
  name: string;
  isDir: boolean;
  clash: ClashRule;
  /** Puts it at a path. @throws GromaError FILE_EXISTS when the name is taken. */
  put(path: DataPath): Promise<string>;
  /** Takes away what is at a path. */
  clear(path: DataPath): Promise<unknown>;
  /** Whether a free name is that of a duplicate. */
  isDuplicate?: boolean;
}

/**
 * Puts something into a folder; null when it was left out.
 * @throws GromaError FILE_EXISTS where the rule is to refuse.
 */
export async function place({
  folder,
  name,
  isDir,
  clash,
  put,
  clear,
  isDuplicate = false,
}: Placing): Promise<string | null> {
  const taken = new Set<string>(isDuplicate ? [name] : []);
  const free = isDuplicate ? copyName : numberedName;
  for (;;) {
    const path = `${folder}/${taken.size === 0 ? name : free(name, isDir, (each) => taken.has(each))}` as DataPath;
    try {
      return await put(path);
    } catch (error) {
      if (!(error instanceof GromaError) || error.code !== 'FILE_EXISTS' || clash === 'refuse') throw error;
      if (clash === 'skip') return null;
      if (clash === 'replace' && !isDuplicate) await clear(path);
      else taken.add(baseName(path));
    }
  }
}
