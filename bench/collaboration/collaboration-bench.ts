import type { Measurement } from '../benchmark.ts';
import { startGromaSide } from './groma-side.ts';
import { startHocuspocusSide } from './hocuspocus-side.ts';
import type { LiveSide } from './live-side.ts';
import { runSession, type Session } from './people.ts';

type Measure = Exclude<keyof Session, 'output'>;

/** Both servers, each in processes of its own, and the same people on either in turn. */
export class CollaborationBench {
  #ours: LiveSide | null = null;
  #peer: LiveSide | null = null;

  async setup(): Promise<void> {
    this.#ours = await startGromaSide();
    this.#peer = await startHocuspocusSide();
  }

  ours(measure: Measure): Promise<Measurement> {
    return run(this.#ours!, measure);
  }

  peer(measure: Measure): Promise<Measurement> {
    return run(this.#peer!, measure);
  }

  async teardown(): Promise<void> {
    await this.#ours?.stop();
    await this.#peer?.stop();
  }
}

async function run(side: LiveSide, measure: Measure): Promise<Measurement> {
  const session = await runSession(side);
  return { value: session[measure], output: session.output };
}
