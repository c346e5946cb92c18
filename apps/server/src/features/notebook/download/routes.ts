import {
  GromaError,
  pagePolicy,
  readShareToken,
  toIpynbText,
  toPage,
  toScript,
  writeShareToken,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { fillPath, notebook } from '@groma/protocol';
import type * as Y from 'yjs';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { formulaDrawer } from '../../../platform/text/formula-drawer.ts';
import { attachment } from './attachment.ts';
import type { NotebookRecords } from '../record/notebook-records.ts';
import type { OutputStore } from '../output/output-store.ts';
import { wholeNotebook, wholeOutputs } from '../output/whole-outputs.ts';
import { inlinePictures } from '../picture/inline-pictures.ts';
import type { OutsidePictures } from '../../../platform/outbound/outside-pictures.ts';
import { notebooksZip } from './notebooks-zip.ts';
import { signShare, verifyShare } from './share-signature.ts';

const dayMs = 86_400_000;

/** Calls that give notebooks away: as Jupyter files, script or page, and by a link that anyone can read. */
export function downloadRoutes(
  { documents, log, access, config: { secret } }: Platform,
  records: NotebookRecords,
  outputs: OutputStore,
  outside: OutsidePictures,
): Route[] {
  const open = async (notebookId: string): Promise<{ name: string; doc: Y.Doc }> => {
    const [{ name }, doc] = await Promise.all([records.read(notebookId), documents.read(notebookId)]);
    return { name, doc };
  };
  const pageOf = async (
    notebookId: string,
    { name, doc }: { name: string; doc: Y.Doc },
    signal: AbortSignal,
  ): Promise<string> => {
    const [whole, pictures] = await Promise.all([
      wholeOutputs(doc, notebookId, outputs),
      inlinePictures(outside, { notebookId, doc, signal }),
    ]);
    return toPage(doc, name, { whole, pictures, formula: formulaDrawer() });
  };
  return [
    route(notebook.downloadNotebook, async ({ params: { notebookId }, reply }) => {
      const { name, doc } = await open(notebookId);
      const text = toIpynbText(doc, name, await wholeNotebook(doc, notebookId, outputs));
      await reply
        .header('content-type', notebook.downloadNotebook.replyType)
        .header('content-disposition', attachment(`${name}.ipynb`))
        .send(text);
      return streamed;
    }),
    route(notebook.downloadNotebooks, async ({ projectId, query: { ids }, reply }) => {
      const wanted = ids?.split(',').filter(Boolean);
      const found = (await records.list(projectId)).filter(({ id }) => !wanted || wanted.includes(id));
      if (found.length === 0) throw new GromaError('NO_NOTEBOOKS');
      await reply
        .header('content-type', notebook.downloadNotebooks.replyType)
        .header('content-disposition', attachment('notebooks.zip'))
        .send(notebooksZip({ documents, outputs, log }, found));
      return streamed;
    }),
    route(notebook.downloadScript, async ({ params: { notebookId }, reply }) => {
      const { name, doc } = await open(notebookId);
      await reply
        .header('content-type', notebook.downloadScript.replyType)
        .header('content-disposition', attachment(`${name}.py`))
        .send(toScript(doc));
      return streamed;
    }),
    route(notebook.downloadPage, async ({ params: { notebookId }, reply, signal }) => {
      const { name, doc } = await open(notebookId);
      await reply
        .header('content-type', notebook.downloadPage.replyType)
        .header('content-disposition', attachment(`${name}.html`))
        .send(await pageOf(notebookId, { name, doc }, signal));
      return streamed;
    }),
    route(notebook.makeShareToken, async ({ params: { notebookId }, user, body: { days } }) => {
      const expiresAt = Date.now() + days * dayMs;
      const token = writeShareToken({
        notebookId,
        signature: signShare(secret, notebookId, { userId: user.id, expiresAt }),
      });
      return {
        data: {
          token,
          path: fillPath(notebook.readSharedNotebook.path, { token }),
          expires_at: new Date(expiresAt).toISOString(),
        },
      };
    }),
    route(notebook.readSharedNotebook, async ({ params: { token }, reply, signal }) => {
      const shared = readShareToken(token);
      const share = shared && verifyShare(secret, shared.notebookId, shared.signature, Date.now());
      const projectId = share && (await access.projectOf('notebook', shared.notebookId));
      if (!share || !projectId) throw new GromaError('BAD_SIGNATURE');
      // It ends with the right of whoever made it.
      await access.require(share.userId as UserId, projectId as ProjectId, 'publish', 'notebook').catch(() => {
        throw new GromaError('BAD_SIGNATURE');
      });
      const found = await open(shared.notebookId);
      await reply
        .header('content-type', notebook.readSharedNotebook.replyType)
        .header('content-security-policy', `sandbox allow-scripts allow-popups; ${pagePolicy}`)
        .header('cache-control', 'no-store')
        .send(await pageOf(shared.notebookId, found, signal));
      return streamed;
    }),
  ];
}
