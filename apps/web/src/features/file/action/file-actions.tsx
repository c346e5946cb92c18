import { baseName } from '@groma/model';
import { toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { openPanel } from '../../../registry/panel.ts';
import { filePanelId, movePanels } from './moved-panels.ts';
import { isThere, makeFile, makeFolder, moveFile, signFile, unpackFile } from '../entry/file-calls.ts';
import { folderOf, freeName, namePattern, type FileNode } from '../entry/file-path.ts';
import { openingOf } from '../entry/opening-rule.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { refreshFolder } from '../folder/refresh-folder.ts';

/** Opens a file by the opening rules, or says why not. */
export function openFile({ path, bytes }: { path: string; bytes: number | null }): void {
  const opening = openingOf({ path, bytes });
  if ('refusal' in opening) return void toast.error(t(opening.refusal, opening.values));
  openPanel({ kind: opening.opens, id: filePanelId(path), title: baseName(path), params: { path } });
}

/** Asks for a name and makes a folder or an empty text file; `onMade` gets its path. */
export async function makeIn(
  parent: string,
  kind: 'folder' | 'file',
  onMade: (path: string) => void = () => undefined,
): Promise<void> {
  const project = readProject();
  if (!project) return;
  const wanted = t(kind === 'folder' ? 'file.newFolderName' : 'file.newFileName');
  const name = await freeNameIn(project.id, parent, wanted);
  openDialog(function MakeDialog(props) {
    return (
      <KeptRenameDialog
        place={`file-name.new.${project.id}.${kind}.${parent}`}
        {...props}
        name={name}
        pattern={namePattern}
        texts={renameTexts(t(kind === 'folder' ? 'file.newFolderIn' : 'file.newFileIn', { folder: parent }))}
        onConfirm={async (chosen) => {
          const path = `${parent}/${chosen}`.normalize('NFC');
          await (kind === 'folder' ? makeFolder : makeFile)(project.id, path);
          refreshFolder(project.id, parent);
          onMade(path);
          if (kind === 'file') openFile({ path, bytes: 0 });
        }}
      />
    );
  });
}

async function freeNameIn(projectId: string, parent: string, wanted: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = freeName(wanted, (candidate) => taken.has(candidate));
    if (!(await isThere(projectId, `${parent}/${name}`).catch(() => false))) return name;
    taken.add(name);
  }
}

export function renameFile(
  node: Pick<FileNode, 'id' | 'name'>,
  onRenamed: (path: string) => void = () => undefined,
): void {
  const project = readProject();
  if (!project) return;
  openDialog(function FileRenameDialog(props) {
    return (
      <KeptRenameDialog
        place={`file-name.${project.id}.${node.id}`}
        {...props}
        name={node.name}
        pattern={namePattern}
        texts={renameTexts(t('file.renameTitle', { name: node.name }))}
        onConfirm={async (name) => {
          if (name === node.name) return;
          const path = `${folderOf(node.id)}/${name}`.normalize('NFC');
          await moveFile(project.id, node.id, path);
          movePanels(node.id, path);
          refreshFolder(project.id, folderOf(path));
          onRenamed(path);
        }}
      />
    );
  });
}

function renameTexts(title: string) {
  return { title, label: t('file.name'), invalid: t('file.nameInvalid'), hint: t('file.nameHint') };
}

/** Unpacks a zip file into a new folder beside it, which `onMade` gets; the operation says how far it is until then. */
export async function unpack(
  { id, name }: Pick<FileNode, 'id' | 'name'>,
  onMade: (path: string) => void,
): Promise<void> {
  const project = readProject();
  if (!project) return;
  try {
    const path = await unpackFile(project.id, id);
    refreshFolder(project.id, folderOf(path));
    onMade(path);
    toast.success(t('file.unpacked', { name, folder: path }));
  } catch (error) {
    toast.error(errorText(error), { title: t('file.notUnpacked', { name }) });
  }
}

/** Saves a file to the person's computer under its own name. */
export async function download(node: Pick<FileNode, 'id' | 'name'>): Promise<void> {
  const project = readProject();
  if (!project) return;
  try {
    const url = new URL(await signFile(project.id, node.id), location.origin);
    url.searchParams.set('download', node.name);
    Object.assign(document.createElement('a'), { href: url.href, download: node.name }).click();
  } catch (error) {
    toast.error(errorText(error), { title: t('file.signFailed') });
  }
}

/** Puts paths on the clipboard as notebooks take them, one on each line. */
export async function copyPaths(paths: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(paths.join('\n'));
    toast.success(
      paths.length === 1
        ? t('file.pathCopied', { path: paths[0] ?? '' })
        : t('file.pathsCopied', { count: paths.length }),
    );
  } catch {
    toast.error(t('file.pathNotCopied'));
  }
}
