import { baseName, limit } from '@groma/model';
import { toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { copyFiles, moveFile, moveFiles, type FileOutcome } from '../entry/file-calls.ts';
import { clearClipboard, fileClipboard } from '../entry/file-clipboard.ts';
import { folderOf, outermost } from '../entry/file-path.ts';
import { askClash, type ClashAnswer } from './clash-dialog.tsx';
import { movePanels } from './moved-panels.ts';
import { toastWithUndo } from './undo-toast.tsx';
import { refreshFolder } from '../folder/refresh-folder.ts';

/** Whether something may go into a folder: not into itself or what it holds, and not where it is already. */
export function mayMoveInto(path: string, folder: string): boolean {
  return folderOf(path) !== folder && folder !== path && !folder.startsWith(`${path}/`);
}

/** Moves files and folders into a folder; asks where a name is taken; answers where they are now. */
export async function moveInto(paths: readonly string[], folder: string): Promise<string[]> {
  const project = readProject();
  const movable = outermost(paths).filter((path) => mayMoveInto(path, folder));
  if (!project || movable.length === 0) return [];
  try {
    const outcomes = await inParts(movable, (part) => moveFiles(project.id, part, folder, 'refuse'));
    const settled = await settleClashes(project.id, outcomes, folder);
    showFailures(settled, 'file.notMoved');
    const moved = settled.filter(isDone);
    for (const { from, to } of moved) movePanels(from, to);
    for (const changed of new Set([folder, ...moved.map(({ from }) => folderOf(from))]))
      refreshFolder(project.id, changed);
    if (moved.length > 0)
      toastWithUndo(t('file.moved', { count: moved.length, name: baseName(moved[0]?.from ?? ''), folder }), () =>
        moveBack(project.id, moved),
      );
    return moved.map(({ to }) => to);
  } catch (error) {
    toast.error(errorText(error), { title: t('file.notMovedCount', { count: movable.length }) });
    return [];
  }
}

/** Copies into a folder; in their own folder they become "x copy". */
export async function copyInto(paths: readonly string[], folder: string): Promise<string[]> {
  const project = readProject();
  const copied = outermost(paths);
  if (!project || copied.length === 0) return [];
  try {
    const outcomes: FileOutcome[] = [];
    for (const part of partsOf(copied)) {
      const { data, isRunning } = await copyFiles(project.id, part, folder);
      if (isRunning) toast.info(t('file.copyRuns'));
      outcomes.push(...data);
    }
    showFailures(outcomes, 'file.notCopied');
    refreshFolder(project.id, folder);
    return outcomes.filter(isDone).map(({ to }) => to);
  } catch (error) {
    toast.error(errorText(error), { title: t('file.notCopiedCount', { count: copied.length }) });
    return [];
  }
}

/** Pastes what was cut or copied in this project; answers where it is now. */
export async function pasteInto(folder: string): Promise<string[]> {
  const { projectId, paths, cut } = fileClipboard.getState();
  if (projectId !== readProject()?.id || paths.length === 0) return [];
  if (cut.size === 0) return copyInto(paths, folder);
  clearClipboard();
  return moveInto(paths, folder);
}

async function settleClashes(
  projectId: string,
  outcomes: readonly FileOutcome[],
  folder: string,
): Promise<FileOutcome[]> {
  const isClash = ({ error }: FileOutcome) => error?.code === 'FILE_EXISTS';
  const settled = outcomes.filter((outcome) => !isClash(outcome));
  const clashes = outcomes.filter(isClash);
  let forAll: ClashAnswer | undefined;
  for (const [index, { from }] of clashes.entries()) {
    const answer =
      forAll ?? (await askClash(() => ({ path: `${folder}/${baseName(from)}`, more: clashes.length - index - 1 })));
    if (answer.isForAll) forAll = answer;
    if (answer.rule !== 'skip') settled.push(...(await moveFiles(projectId, [from], folder, answer.rule)));
  }
  return settled;
}

async function moveBack(projectId: string, moved: readonly { from: string; to: string }[]): Promise<void> {
  for (const { from, to } of moved) {
    await moveFile(projectId, to, from);
    movePanels(to, from);
    refreshFolder(projectId, folderOf(from));
    refreshFolder(projectId, folderOf(to));
  }
}

type Done = FileOutcome & { to: string };

function isDone(outcome: FileOutcome): outcome is Done {
  return outcome.to !== null && outcome.error === null;
}

/** Says what failed, by name; many in one. */
export function showFailures(outcomes: readonly FileOutcome[], title: string): void {
  const failed = outcomes.filter(({ error }) => error !== null);
  const [first] = failed;
  if (!first) return;
  const more = failed.length > 1 ? ` ${t('file.andMore', { count: failed.length - 1 })}` : '';
  toast.error(`${first.error?.message ?? ''}${more}`, { title: t(title, { name: baseName(first.from) }) });
}

function partsOf(paths: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(paths.length / limit.filesAtOnce) }, (_, part) =>
    paths.slice(part * limit.filesAtOnce, (part + 1) * limit.filesAtOnce),
  );
}

/** Calls take so many paths at once; more go in several calls. */
export async function inParts<Reply>(
  paths: readonly string[],
  call: (part: string[]) => Promise<readonly Reply[]>,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const part of partsOf(paths)) replies.push(...(await call(part)));
  return replies;
}
