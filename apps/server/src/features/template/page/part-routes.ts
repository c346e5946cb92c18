import { GromaError, widgetKind, widgetPage, type WholeOutput, outputFrameHtml } from '@groma/model';
import { hubPage } from '@groma/protocol';
import { outputFramePolicy } from '../../../platform/http/security-headers.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { readPublication, requireTemplate } from '../hub/read-publication.ts';
import { readReproductionPicture } from '../reproduce/reproduction-records.ts';
import { framersOf } from './framers.ts';
import { HubPictures } from './hub-pictures.ts';
import { pictureWidths } from './picture.ts';
import type { PageParts } from './page-parts.ts';
import { sendAnswer } from './send-answer.ts';
import { styleName, styleSheet } from './style-sheet.ts';

/** A picture is shown, whatever is in it: it runs nothing and asks nobody. */
const picturePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const selfAlone = "frame-ancestors 'self'";

/** What pages of the hub fetch: the style sheet, pictures, and outputs of notebooks. */
export function partRoutes({ platform, records, notebooks, cache }: PageParts): Route[] {
  const kept = { cache, secret: platform.config.secret };
  const pictures = new HubPictures(platform);
  return [
    route(hubPage.readHubStyle, ({ params: { name }, ...asking }) => {
      if (name !== styleName) throw new GromaError('NOT_FOUND', { noun: 'style sheet' });
      const answer = { type: hubPage.readHubStyle.replyType, policy: "default-src 'none'", body: styleSheet };
      return sendAnswer(kept, 'style', asking, () => Promise.resolve({ ...answer, keep: 'forever', isPublic: true }));
    }),
    route(hubPage.readHubOutput, async ({ params, ...asking }) => {
      const { templateId, version, notebookId, codeId, index } = params;
      const key = `output ${JSON.stringify([templateId, version, notebookId, codeId, index])}`;
      return sendAnswer(kept, key, asking, async (reader) => {
        const { content, access } = await readPublication(records, templateId, version, reader);
        const isThere = content.notebooks.some(({ id }) => id === notebookId);
        const output = isThere ? await notebooks.readShown(notebookId, { codeId, index }) : undefined;
        const part = output && partOf(output);
        if (!part) throw new GromaError('NOT_FOUND', { noun: 'output' });
        const isPublic = access === 'public';
        if (part.policy !== outputFramePolicy || !isPublic) return { ...part, keep: 'forever', isPublic };
        // A frame within a framed notebook is within the page of somebody else too; who that may be can change.
        const { template } = await requireTemplate(records, templateId, reader);
        return { ...part, policy: part.policy.replace(selfAlone, framersOf(template)), keep: 'short', isPublic };
      });
    }),
    route(hubPage.readReproducedPicture, async ({ params, ...asking }) => {
      const { templateId, version, codeId, index } = params;
      // Another run puts others in their place.
      const key = `reproduced ${JSON.stringify([templateId, version, codeId, index])}`;
      return sendAnswer(kept, key, asking, async (reader) => {
        const { shownId, access } = await readPublication(records, templateId, version, reader);
        const found = await readReproductionPicture(platform.database, { versionId: shownId, codeId, index });
        if (!found) throw new GromaError('NOT_FOUND', { noun: 'output' });
        const body = Buffer.from(found.content);
        return { type: found.type, body, policy: picturePolicy, keep: 'short', isPublic: access === 'public' };
      });
    }),
    route(hubPage.readHubPicture, ({ params: { templateId }, query, signal, ...asking }) => {
      const width = pictureWidths.find((each) => each >= (query.width ?? Infinity)) ?? pictureWidths[2];
      // Whatever else an address says, a picture is drawn once in each width.
      return sendAnswer(kept, `picture ${templateId} ${width}`, asking, async (reader) => {
        const { template } = await requireTemplate(records, templateId, reader);
        const { type, bytes } = await pictures.read(template, width, signal);
        return { type, body: bytes, policy: picturePolicy, keep: 'day', isPublic: template.access === 'public' };
      });
    }),
  ];
}

/** What is sent of an output that a page shows by its address. */
function partOf(output: WholeOutput): { type: string; body: string | Buffer; policy: string } | undefined {
  switch (output.kind) {
    case 'image/png':
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return { type: output.kind, body: Buffer.from(output.data, 'base64'), policy: picturePolicy };
    case 'image/svg+xml':
      return { type: output.kind, body: output.svg, policy: picturePolicy };
    case 'text/html':
      return frameOf(withTableLook(output.html));
    case widgetKind:
      return frameOf(widgetPage(output.model, output.state).html);
    default:
      return frameOf(outputFrameHtml(output) ?? '');
  }
}

/** How pandas writes tables, which have no look of their own. Frames are light in both themes. */
const tableLook = `<style>
body { margin: 0 }
table.dataframe { font: 13px/1.4 system-ui, sans-serif; color: #23211d; border: 0; border-collapse: collapse; font-variant-numeric: tabular-nums }
table.dataframe :is(th, td) { padding: 6px 10px; border: 0; border-bottom: 1px solid #e3e0da; text-align: end }
table.dataframe th { font-weight: 500; color: #56524b }
</style>`;

function withTableLook(html: string): string {
  const isTable = /^\s*<(div|table|style)\b/.test(html) && html.includes('class="dataframe"');
  return isTable ? tableLook + html : html;
}

function frameOf(html: string): { type: string; body: string; policy: string } | undefined {
  return html === '' ? undefined : { type: 'text/html; charset=utf-8', body: html, policy: outputFramePolicy };
}
