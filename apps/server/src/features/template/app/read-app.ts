import { GromaError, inputValues, type AppSetting, type ProjectId } from '@groma/model';
import { fillPath, notebook, type AppBlock } from '@groma/protocol';
import type { Config } from '../../../platform/config.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Publication } from '../hub/read-publication.ts';
import { appBlocks } from './app-blocks.ts';
import { appCells } from './app-cells.ts';
import type { ReproduceNeeds } from '../reproduce/reproduce-needs.ts';
import type { RunnableApp } from './app-sessions.ts';

/** What applications need of notebooks; handed in by main. */
export type AppNotebooks = Pick<ReproduceNeeds['notebooks'], 'readCells'>;

interface Parts {
  documents: Pick<LiveDocuments, 'read'>;
  notebooks: AppNotebooks;
}

/**
 * How readers may run the version of a publication that is shown; null where they may not: by its author, by the
 * settings of the server, or because its kernels are on a JupyterHub, where nothing keeps readers from the files.
 */
export function appOf({ shown, type, versions }: Publication, config: Config): AppSetting | null {
  if (!offersApps(config) || type !== 'NOTEBOOK') return null;
  return versions.find(({ version }) => version === shown)?.app ?? null;
}

/** Whether readers can run any notebook on this server. */
export function offersApps({ apps, jupyterHub }: Pick<Config, 'apps' | 'jupyterHub'>): boolean {
  return apps.isOn && !jupyterHub;
}

/** The blocks of the notebook of a publication, with what was published of them. */
export async function readBlocksOf({ documents, notebooks }: Parts, publication: Publication): Promise<AppBlock[]> {
  const notebookId = notebookOf(publication);
  const doc = await documents.read(notebookId);
  const path = fillPath(notebook.readOutsidePicture.path, { notebookId, projectId: publication.content.project_id });
  return appBlocks(doc, {
    outputs: new Map((await notebooks.readCells(notebookId)).map(({ codeId, outputs }) => [codeId, outputs])),
    pictureOf: (url) => `${path}?${new URLSearchParams({ url })}`,
  });
}

/**
 * What it takes to run the version of a publication that is shown.
 * @throws GromaError NOT_FOUND where readers may not
 */
export async function readRunnable(
  { documents }: Pick<Parts, 'documents'>,
  publication: Publication,
  config: Config,
): Promise<RunnableApp> {
  const setting = appOf(publication, config);
  if (!setting) throw new GromaError('NOT_FOUND', { noun: 'application' });
  const doc = await documents.read(notebookOf(publication));
  const blocks = appBlocks(doc, { outputs: new Map(), pictureOf: (url) => url });
  const set = new Set(blocks.flatMap((block) => ('name' in block ? [block.name] : [])));
  return {
    templateId: publication.id,
    versionId: publication.shownId,
    frozenId: publication.content.project_id as ProjectId,
    setting,
    blocks,
    cells: appCells(doc),
    fixed: inputValues(doc).filter(({ name }) => !set.has(name)),
  };
}

function notebookOf({ content }: Publication): string {
  if (content.content_id === null) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
  return content.content_id;
}
