import { fillPath, hub } from '@groma/protocol';

const publishingMs = 240_000;

/** What a publication shows: the published thing and the frozen project; waits until it is there. @throws Error */
export async function contentOf(
  origin: string,
  templateId: string,
): Promise<{ content_id: string | null; project_id: string }> {
  for (const until = performance.now() + publishingMs; performance.now() < until;) {
    // oxlint-disable-next-line no-await-in-loop
    const reply = await fetch(origin + fillPath(hub.readTemplate.path, { templateId }));
    // oxlint-disable-next-line no-await-in-loop
    if (reply.ok)
      return ((await reply.json()) as { data: { content: { content_id: string; project_id: string } } }).data.content;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error('The map was not published.');
}
