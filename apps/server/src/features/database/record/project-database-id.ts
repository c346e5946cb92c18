import { createHmac } from 'node:crypto';
import type { ProjectId } from '@groma/model';

/**
 * The id of a project's own database: always the same one, so that the primary key keeps a second one out. It comes
 * from the server's secret, so that nobody gives it to a database of theirs before.
 */
export function projectDatabaseId(secret: string, projectId: ProjectId): string {
  const digits = createHmac('sha256', secret).update(`database of the project ${projectId}`).digest('hex');
  // A UUID of version 8: its maker says what its digits mean.
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
