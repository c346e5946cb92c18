import { setTimeout as sleep } from 'node:timers/promises';
import { outsidePictures } from '@groma/model';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';

interface Shown {
  version: string;
  urls: ReadonlySet<string>;
}
interface Known {
  askedAt: number;
  shown: Promise<Shown>;
}

/** A picture that was shown a moment ago may be asked for by somebody who still sees it. */
const trustedMs = 60_000;
const pauseMs = 250;
/** The picture that somebody has just put in is asked for while the edit is on its way here. */
const patienceMs = 2_000;
const mostKnown = 50;

/**
 * Which pictures of other servers a notebook shows. However many ask, a document is read once for each of its versions.
 */
export class ShownPictures {
  readonly #documents: Pick<LiveDocuments, 'read' | 'version'>;
  readonly #known = new Map<string, Known>();

  constructor(documents: Pick<LiveDocuments, 'read' | 'version'>) {
    this.#documents = documents;
  }

  /**
   * Whether a notebook shows a picture, or comes to within two seconds.
   * @throws GromaError NOT_FOUND, the signal's reason.
   */
  async includes(notebookId: string, url: string, signal: AbortSignal): Promise<boolean> {
    const known = this.#known.get(notebookId);
    if (known && Date.now() - known.askedAt < trustedMs && (await known.shown.catch(() => null))?.urls.has(url))
      return true;
    for (let waited = 0; ; waited += pauseMs) {
      const { urls } = await this.#ask(notebookId);
      if (urls.has(url)) return true;
      if (waited >= patienceMs) return false;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  #ask(notebookId: string): Promise<Shown> {
    const known = this.#known.get(notebookId);
    if (known && Date.now() - known.askedAt < pauseMs) return known.shown;
    const shown = this.#refresh(notebookId, known);
    this.#known.delete(notebookId);
    this.#known.set(notebookId, { askedAt: Date.now(), shown });
    shown.catch(() => {
      if (this.#known.get(notebookId)?.shown === shown) this.#known.delete(notebookId);
    });
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!);
    return shown;
  }

  /** The version is asked for first: what is read afterwards is no older. */
  async #refresh(notebookId: string, known: Known | undefined): Promise<Shown> {
    const before = await known?.shown.catch(() => undefined);
    const version = await this.#documents.version(notebookId);
    if (before?.version === version) return before;
    return { version, urls: new Set(outsidePictures(await this.#documents.read(notebookId))) };
  }
}
