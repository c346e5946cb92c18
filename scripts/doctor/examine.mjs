import { findings } from './findings.mjs';

/**
 * Says what is there and what is missing, each with its version or the command that mends it.
 *
 * @returns {Promise<number>} the exit code: 0 when the product can start
 */
export async function examine() {
  let canStart = true;
  for (const { title, isNeeded, look } of findings) {
    const { version, problem, remedy } = await look();
    const mark = problem ? (isNeeded ? 'MISSING' : 'missing') : 'ok';
    console.log(
      `${mark.padEnd(8)} ${title.padEnd(22)} ${problem ? `${problem}${remedy ? ` To mend it: ${remedy}` : ''}` : version}`,
    );
    if (problem && isNeeded) canStart = false;
  }
  console.log(
    canStart
      ? '\nGroma can start: npm start'
      : '\nGroma is not ready to start: mend what is MISSING above (npm start installs and builds what it can).',
  );
  return canStart ? 0 : 1;
}
