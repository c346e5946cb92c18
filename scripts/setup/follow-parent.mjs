// Loaded into the server before its own code: when the start command that holds the other end of this channel is
// gone, however it went, the server is asked to stop.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.GROMA_FOLLOW_PARENT === '1') {
  // Worker processes that the server forks inherit both this file and the environment; they have their own parent.
  delete process.env.GROMA_FOLLOW_PARENT;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
