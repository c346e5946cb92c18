import { GromaError } from '@groma/model';

/** The same answer, whose body breaks off with an error beyond so many bytes. */
export function capBody(response: Response, bytes: number, host: string): Response {
  const headers = new Headers(response.headers as never);
  // The body is unpacked already.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  let left = bytes;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        left -= piece.byteLength;
        if (left < 0) controller.error(new GromaError('OUTBOUND_TOO_LONG', { host }));
        else controller.enqueue(piece);
      },
    }),
  );
  const isBare = response.status === 204 || response.status === 205 || response.status === 304;
  return new Response(isBare ? null : (counted ?? null), {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}
