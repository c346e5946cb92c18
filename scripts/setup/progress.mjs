/**
 * @typedef {{ title: string, startedAt: number, detail: string }} Step
 * @typedef {{ step<T>(title: string, work: (say: (detail: string) => void) => Promise<T>): Promise<T>, note(text:
 * string): void }} Progress
 */

/**
 * Shows what goes on: on a terminal one live line of all running steps, elsewhere a line at the start, one every few
 * seconds and one at the end of each step.
 *
 * @param {{ stream?: NodeJS.WriteStream, every?: number }} [options] `every`: milliseconds between lines without a
 * terminal
 * @returns {Progress}
 */
export function createProgress({ stream = process.stdout, every = 15_000 } = {}) {
  /** @type {Set<Step>} */
  const active = new Set();
  const isLive = Boolean(stream.isTTY);
  let timer;

  const clear = () => isLive && stream.write('\r\u001b[2K');
  const print = (text) => {
    clear();
    stream.write(`${text}\n`);
    draw();
  };
  const draw = () => {
    if (!isLive || active.size === 0) return;
    clear();
    stream.write(
      [...active]
        .map(describe)
        .join(' · ')
        .slice(0, (stream.columns ?? 80) - 1),
    );
  };
  const tick = () => {
    if (isLive) draw();
    else for (const step of active) stream.write(`  ${describe(step)}\n`);
  };

  return {
    note: print,
    async step(title, work) {
      const step = { title, startedAt: Date.now(), detail: '' };
      active.add(step);
      if (isLive) draw();
      else stream.write(`${title} …\n`);
      timer ??= setInterval(tick, isLive ? 200 : every);
      try {
        const result = await work((detail) => (step.detail = detail));
        active.delete(step);
        print(`${title}: done in ${elapsed(step)}`);
        return result;
      } catch (error) {
        active.delete(step);
        print(`${title}: failed after ${elapsed(step)}`);
        throw error;
      } finally {
        if (active.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}

function describe(step) {
  return [step.title, step.detail, elapsed(step)].filter(Boolean).join(' ');
}

function elapsed(step) {
  const seconds = Math.round((Date.now() - step.startedAt) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
