import { baseName } from '@groma/model';
import {
  ClipboardIcon,
  CopyIcon,
  CopyPlusIcon,
  CutIcon,
  DownloadIcon,
  ExternalLinkIcon,
  EyeIcon,
  FileZipIcon,
  FolderPlusIcon,
  GitForkIcon,
  InfoCircleIcon,
  LinkIcon,
  PencilIcon,
  RefreshIcon,
  ServerIcon,
  SparklesIcon,
  TextPlusIcon,
  TrashIcon,
  UploadIcon,
} from '@groma/ui';
import { can, readProject } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { defineCommand } from '../../registry/command.ts';
import { fetchSoon } from '../../platform/when-idle.ts';
import { openDrawer } from '../../registry/drawer.ts';
import { makeIn, openFile } from './action/file-actions.tsx';
import { fileClipboard, keepForPaste } from './entry/file-clipboard.ts';
import { folderOf, root } from './entry/file-path.ts';
import { extensionOf } from './entry/file-type.ts';
import { previewOf } from './entry/opening-rule.ts';
import { reasonAgainst } from './entry/reason-against.ts';
import { openAbove, showFiles } from './entry/shown-files.ts';
import { chooseAndUpload } from './transfer/choose-uploads.ts';

const shapes = () => import('./file-arguments.ts');
const acts = () => import('./file-acts.ts');

/** Fetches what the commands do before they are run. */
export const fetchFileActs = () => fetchSoon(acts);

const pathsArgument = async () => (await shapes()).pathsArgument;
const folderArgument = async () => (await shapes()).folderArgument;

/** In a workspace alone, where the role allows it; else why not. */
const may = (action: Parameters<typeof reasonAgainst>[0]): boolean | string =>
  readProject() !== null && (reasonAgainst(action) ?? true);

type InFolder = { folder: string; isChosen?: boolean | undefined } | undefined;

/** Named without a folder, as the palette does, it is only offered to those who may. */
const mayIn = (action: Parameters<typeof reasonAgainst>[0]) => (into: InFolder) => {
  const answer = may(action);
  return into ? answer : answer === true;
};
const showMade = (into: InFolder) => (path: string) => (into?.isChosen ? showFiles([path]) : openAbove(path));

function upload(wanted: 'files' | 'folder') {
  return (into: InFolder) => {
    if (!into) openDrawer('files');
    return chooseAndUpload(into?.folder ?? root, wanted);
  };
}

/** In the menu of a folder it says so: "Upload here". */
const uploadFiles = defineCommand<InFolder>({
  id: 'file.upload',
  title: 'file.upload.files',
  icon: UploadIcon,
  argument: folderArgument,
  titleOf: (into) => t(into?.isChosen ? 'file.uploadHere' : 'file.upload.files'),
  isEnabled: mayIn('upload'),
  run: upload('files'),
});

const uploadFolder = defineCommand<InFolder>({
  id: 'file.upload-folder',
  title: 'file.upload.folder',
  icon: UploadIcon,
  argument: folderArgument,
  titleOf: (into) => t(into?.isChosen ? 'file.uploadFolderHere' : 'file.upload.folder'),
  isEnabled: mayIn('upload'),
  run: upload('folder'),
});

const newFile = defineCommand<InFolder>({
  id: 'file.new-file',
  title: 'file.newFile',
  icon: TextPlusIcon,
  argument: folderArgument,
  isEnabled: mayIn('create'),
  run: (into) => makeIn(into?.folder ?? root, 'file', showMade(into)),
});

const newFolder = defineCommand<InFolder>({
  id: 'file.new-folder',
  title: 'file.newFolder',
  icon: FolderPlusIcon,
  argument: folderArgument,
  isEnabled: mayIn('create'),
  run: (into) => makeIn(into?.folder ?? root, 'folder', showMade(into)),
});

const generateImage = defineCommand<InFolder>({
  id: 'file.generate-image',
  title: 'file.image.generate',
  icon: SparklesIcon,
  argument: folderArgument,
  isEnabled: mayIn('upload'),
  run: async (into) => (await acts()).openImageDialog(into?.folder ?? root, showMade(into)),
});

const open = defineCommand({
  id: 'file.open',
  title: 'file.open',
  icon: ExternalLinkIcon,
  listKey: 'Enter',
  isHidden: true,
  argument: async () => (await shapes()).openArgument,
  run: openFile,
});

const preview = defineCommand({
  id: 'file.preview',
  title: 'file.viewer.showPreview',
  icon: EyeIcon,
  isHidden: true,
  argument: async () => (await shapes()).openArgument,
  isEnabled: ({ path, bytes }) => previewOf(path) !== undefined && bytes !== null,
  run: async ({ path }) => (await acts()).openPreview(path),
});

const unpack = defineCommand({
  id: 'file.unpack',
  title: 'file.unpack',
  icon: FileZipIcon,
  isHidden: true,
  argument: async () => (await shapes()).pathArgument,
  isEnabled: ({ path }) => extensionOf(path) === 'zip' && may('create'),
  run: async ({ path }) => (await acts()).unpack({ id: path, name: baseName(path) }, (made) => showFiles([made])),
});

/** A single file by itself, anything else as a zip, also one that others belong to. */
const download = defineCommand({
  id: 'file.download',
  title: 'file.download',
  icon: DownloadIcon,
  isHidden: true,
  argument: async () => (await shapes()).entriesArgument,
  titleOf: ({ entries }) => (isPlain(entries) ? t('file.download') : t('file.zip.title', { count: entries.length })),
  isEnabled: () => may('download'),
  run: async ({ entries }) => {
    const { download: save, downloadZip } = await acts();
    const paths = entries.map(({ path }) => path);
    await (isPlain(entries) ? save({ id: paths[0]!, name: baseName(paths[0]!) }) : downloadZip(paths));
  },
});

const isPlain = (entries: readonly { isDir: boolean; parts?: readonly string[] | undefined }[]): boolean =>
  entries.length === 1 && !entries[0]!.isDir && !entries[0]!.parts;

const cut = defineCommand({
  id: 'file.cut',
  title: 'file.cut',
  icon: CutIcon,
  listKey: 'Ctrl+X',
  isHidden: true,
  argument: pathsArgument,
  isEnabled: () => may('update'),
  run: ({ paths }) => keep(paths, true),
});

const copy = defineCommand({
  id: 'file.copy',
  title: 'file.copy',
  icon: CopyIcon,
  listKey: 'Ctrl+C',
  isHidden: true,
  argument: pathsArgument,
  isEnabled: () => may('duplicate'),
  run: ({ paths }) => keep(paths, false),
});

/**
 * What the keys put on the clipboard by the event of the browser, a menu must write: else files that another program
 * copied before would be pasted.
 */
function keep(paths: readonly string[], isCut: boolean): void {
  const project = readProject();
  if (!project) return;
  keepForPaste(project.id, paths, isCut);
  void navigator.clipboard?.writeText(paths.join('\n')).catch(() => undefined);
}

const paste = defineCommand({
  id: 'file.paste',
  title: 'file.paste',
  icon: ClipboardIcon,
  listKey: 'Ctrl+V',
  isHidden: true,
  argument: async () => (await shapes()).intoArgument,
  isEnabled: () => {
    const answer = may('update');
    return answer === true && fileClipboard.getState().paths.length === 0 ? t('file.nothingToPaste') : answer;
  },
  run: async ({ folder }) => showFiles(await (await acts()).pasteInto(folder)),
});

/** Each beside itself: what lies in several folders is copied folder by folder. */
const duplicate = defineCommand({
  id: 'file.duplicate',
  title: 'file.duplicate',
  icon: CopyPlusIcon,
  isHidden: true,
  argument: pathsArgument,
  isEnabled: () => may('duplicate'),
  run: async ({ paths }) => {
    const { copyInto } = await acts();
    const made: string[] = [];
    for (const folder of new Set(paths.map(folderOf)))
      made.push(
        ...(await copyInto(
          paths.filter((path) => folderOf(path) === folder),
          folder,
        )),
      );
    showFiles(made);
  },
});

const rename = defineCommand({
  id: 'file.rename',
  title: 'file.rename',
  icon: PencilIcon,
  listKey: 'F2',
  isHidden: true,
  argument: async () => (await shapes()).pathArgument,
  isEnabled: () => may('update'),
  run: async ({ path }) =>
    (await acts()).renameFile({ id: path, name: baseName(path) }, (renamed) => showFiles([renamed])),
});

const copyPath = defineCommand({
  id: 'file.copy-path',
  title: 'file.copyPath',
  icon: LinkIcon,
  isHidden: true,
  argument: pathsArgument,
  titleOf: ({ paths }) => (paths.length === 1 ? t('file.copyPath') : t('file.copyPaths', { count: paths.length })),
  run: async ({ paths }) => (await acts()).copyPaths(paths),
});

const details = defineCommand({
  id: 'file.details',
  title: 'file.details.open',
  icon: InfoCircleIcon,
  isHidden: true,
  argument: async () => (await shapes()).entryArgument,
  run: async ({ path, isDir, parts = [] }) =>
    (await acts()).openDetails({ id: path, name: baseName(path), isDir, parts }),
});

const origin = defineCommand({
  id: 'file.origin',
  title: 'origin.menu',
  icon: GitForkIcon,
  isHidden: true,
  argument: async () => (await shapes()).pathArgument,
  run: async ({ path }) => (await acts()).openFileOrigin(path),
});

/** Of the whole workspace, layers and files. */
const runOutdated = defineCommand({
  id: 'file.run-outdated',
  title: 'origin.runOutdated',
  icon: RefreshIcon,
  isEnabled: () => readProject() !== null && can('update', 'map') && can('upload', 'file'),
  run: async () => {
    const project = readProject();
    if (project) await (await acts()).runOutdated(project.id);
  },
});

const connectDrive = defineCommand({
  id: 'file.connect-drive',
  title: 'file.drive.menu',
  icon: ServerIcon,
  isEnabled: () => may('download'),
  run: async () => (await acts()).openDriveDialog(),
});

const remove = defineCommand({
  id: 'file.delete',
  title: 'file.delete',
  icon: TrashIcon,
  listKey: 'Delete',
  danger: true,
  isHidden: true,
  argument: pathsArgument,
  titleOf: ({ paths }) => (paths.length === 1 ? t('file.delete') : t('file.deleteCount', { count: paths.length })),
  isEnabled: () => may('delete'),
  run: async ({ paths }) => (await acts()).deletePaths(paths),
});

/** What is done to files and folders of the project. */
export const fileCommands = {
  uploadFiles,
  uploadFolder,
  newFile,
  newFolder,
  generateImage,
  open,
  preview,
  unpack,
  download,
  cut,
  copy,
  paste,
  duplicate,
  rename,
  copyPath,
  details,
  origin,
  runOutdated,
  connectDrive,
  remove,
};
