import { useProject } from '../../../platform/session.ts';
import { OriginMark } from '../../../registry/origin/origin-mark.tsx';
import { isStale, useOrigins } from '../../../registry/origin/use-origin.ts';
import { openFileOrigin } from './file-origin.ts';

/** Stands beside a file that was made of something that has changed since. */
export function FileOriginMark({ path }: { path: string }) {
  const origin = useOrigins(useProject().id, { only: 'files' }).find(({ thing }) => thing === `file:${path}`);
  if (!origin || !isStale(origin)) return null;
  return <OriginMark isFile onClick={() => openFileOrigin(path)} />;
}
