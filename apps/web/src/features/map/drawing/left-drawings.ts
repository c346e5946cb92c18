import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import type { DrawingKeeper } from './drawing-keeper.ts';
import type { DrawingSession } from './drawing-session.ts';
import type { DrawingState } from './drawing-state.ts';
import type { KeptWork } from './kept-work.ts';
import { findUnfinished, forgetUnfinished } from './unfinished.ts';

interface LeftDrawingsHandlers {
  read(): DrawingState;
  /** Does something that the server takes part in; false where it was refused, which has been said then. */
  saving(action: () => Promise<void>): Promise<boolean>;
  /** Goes on with kept work. False where that is not possible now, which has been said then. */
  resume(work: KeptWork): Promise<boolean>;
}

/** What pages that are over have left at work on one map: features go back into their layer, drawings are gone on with. */
export class LeftDrawings {
  readonly #session: DrawingSession;
  readonly #keeper: DrawingKeeper;
  readonly #handlers: LeftDrawingsHandlers;
  /** The layer that a left drawing goes into, while somebody else keeps it. */
  #heldLayer: string | null = null;

  constructor(session: DrawingSession, keeper: DrawingKeeper, handlers: LeftDrawingsHandlers) {
    this.#session = session;
    this.#keeper = keeper;
    this.#handlers = handlers;
  }

  /** A drawing is gone on with only where the map is seen. */
  async restore(isSeen: boolean): Promise<void> {
    // What took features out of their layer, or made a layer of a drawing, may itself still wait in this browser.
    if (!(await this.#session.settleLeft())) return;
    const putBack = await this.#putBack();
    if (isSeen && (await this.#resume())) toast.info(t('map.draw.resumed'));
    else if (putBack !== null) toast.info(t('map.draw.putBack', { name: putBack }));
  }

  /** Goes on with a drawing that waited for its layer, once nobody else keeps that. */
  locksChanged(): void {
    if (this.#heldLayer === null || this.#isHeld(this.#heldLayer)) return;
    this.#heldLayer = null;
    void this.restore(true);
  }

  /** Puts back what a page that is gone had taken out of its layer; the name of the layer, null where nothing was out. */
  async #putBack(): Promise<string | null> {
    const { myId, mapId } = this.#session;
    const left = await findUnfinished(myId, mapId);
    if (!left || this.#handlers.read().editing) return null;
    forgetUnfinished(myId, mapId);
    if (!this.#session.state.data[left.layerId]) return null;
    let isDone = false;
    await this.#handlers.saving(async () => {
      const there = await this.#session.ask(left.layerId, 'features', { fids: left.fids });
      // The server has put them back already, once their holder was gone.
      if (there.length > 0) return;
      await this.#session.edits.takeBack(left.layerId, left.keys);
      isDone = true;
    });
    return isDone ? (this.#session.state.hierarchy[left.layerId]?.text ?? '') : null;
  }

  async #resume(): Promise<boolean> {
    if (this.#isBusy()) return false;
    const left = await this.#keeper.findLeft();
    if (!left) return false;
    const { sourceId } = left.work;
    if (sourceId !== null && this.#isHeld(sourceId)) {
      this.#heldLayer = sourceId;
      this.#session.sayLocked(sourceId);
      return false;
    }
    const taken = this.#isBusy() ? null : await this.#keeper.takeLeft();
    return taken !== null && this.#handlers.resume(taken.work);
  }

  #isBusy(): boolean {
    return this.#handlers.read().editing !== null || this.#session.isReadOnly;
  }

  #isHeld(layerId: string): boolean {
    const holder = this.#session.state.editors[layerId];
    return holder !== undefined && holder.userId !== this.#session.myId;
  }
}
