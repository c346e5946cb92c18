/** Below it an array costs more to give back than to collect, and may lie in one that others share. */
const leastBytes = 64 * 1024;
/** What a decoder may have asked for beyond the array it gave. */
const slackBytes = 4_096;

/**
 * Gives the memory of an array back at once, where it is large and has memory of its own. The engine hears of memory
 * outside of its heap late, and stops a thread for tens of milliseconds to look who still uses it. Whoever still has
 * the array finds it empty.
 */
export function letGo({ buffer, byteOffset, byteLength }: ArrayBufferView): void {
  if (byteLength < leastBytes || byteOffset !== 0 || buffer.byteLength > byteLength + slackBytes) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
