import type { FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';

/** A line that was cut is nobody's failure, and nobody is there to hear of it. */
export function unlessCut({ raw }: FastifyRequest, name: string): (error: unknown) => never {
  return (error) => {
    throw raw.destroyed && !raw.complete ? new GromaError('UPLOAD_CUT', { name }) : error;
  };
}
