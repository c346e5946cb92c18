import type { LegacyEncoding } from '@groma/model';
import { fileWindow } from '@groma/protocol';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { signFile } from '../entry/file-calls.ts';

export type FileState = Awaited<ReturnType<typeof readFileState>>;
export type TextWindow = Awaited<ReturnType<typeof readTextWindow>>;
export type TableWindow = Awaited<ReturnType<typeof readTableWindow>>;
export type GeodataCard = fileWindow.GeodataCard;

/** `encoding` where a person has chosen one. */
export interface WindowedFile {
  projectId: string;
  path: string;
  identity: string;
  encoding?: LegacyEncoding | undefined;
}

const chosen = ({ encoding }: Pick<WindowedFile, 'encoding'>) => (encoding === undefined ? {} : { encoding });

export function readFileState(projectId: string, path: string) {
  return api.call(fileWindow.fileState, { params: { projectId }, query: { path } });
}

export function readTextWindow(
  file: WindowedFile,
  { start = 0, count, from = 'start' }: { start?: number; count: number; from?: 'start' | 'end' },
) {
  return api.call(fileWindow.textWindow, {
    params: { projectId: file.projectId },
    query: { path: file.path, identity: file.identity, ...chosen(file), start, count, from },
  });
}

export function searchText(file: WindowedFile, query: string, matchCase: boolean) {
  return api.call(fileWindow.textSearch, {
    params: { projectId: file.projectId },
    query: { path: file.path, identity: file.identity, ...chosen(file), query, matchCase: String(matchCase) as never },
  });
}

export interface TableQuestion {
  start: number;
  count: number;
  sort: { column: number; direction: 'asc' | 'desc' }[];
  filter: {
    column: number;
    operator:
      | 'equals'
      | 'notEquals'
      | 'contains'
      | 'startsWith'
      | 'less'
      | 'lessOrEqual'
      | 'greater'
      | 'greaterOrEqual'
      | 'isNull'
      | 'isNotNull';
    value?: string | number | boolean | null;
  }[];
}

export function readTableWindow(file: WindowedFile, question: TableQuestion) {
  return api.call(fileWindow.tableWindow, {
    params: { projectId: file.projectId },
    body: { path: file.path, identity: file.identity, ...chosen(file), ...question },
  });
}

export function describeGeodata(file: Omit<WindowedFile, 'identity'>) {
  return api.call(fileWindow.describeGeodata, {
    params: { projectId: file.projectId },
    query: { path: file.path, ...chosen(file) },
  });
}

/** A link to the bytes of a file. @throws with the text of FIL-029. */
export async function linkTo(projectId: string, path: string): Promise<string> {
  return signFile(projectId, path).catch((error: unknown) => {
    throw new Error(`${t('file.signFailed')}: ${errorText(error)}`);
  });
}

/** The content of a file by its signed link (FIL-026). @throws with the texts of FIL-029 and FIL-031. */
export async function fetchContent(projectId: string, path: string): Promise<Response> {
  const response = await fetch(await linkTo(projectId, path)).catch(() => {
    throw new Error(t('file.fetchFailed'));
  });
  if (!response.ok) throw new Error(t('file.fetchFailed'));
  return response;
}
