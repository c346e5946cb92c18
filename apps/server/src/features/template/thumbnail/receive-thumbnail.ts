import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { GromaError, templateLimits, templateTypes, type TemplateType } from '@groma/model';

interface ReceivedThumbnail {
  type: TemplateType;
  name: string;
  content: Buffer;
}

/** Reads the form of a picture. @throws GromaError BAD_INPUT, TOO_LARGE, UPLOAD_EMPTY, UPLOAD_CUT. */
export async function receiveThumbnail(request: FastifyRequest): Promise<ReceivedThumbnail> {
  if (!request.isMultipart()) throw new GromaError('BAD_INPUT', { detail: 'body: a multipart form is expected' });
  try {
    return await readForm(request);
  } catch (error) {
    // What is still on its way is let go by, so that the answer arrives.
    request.raw.unpipe();
    request.raw.resume();
    const isCut =
      (request.raw.destroyed && !request.raw.complete) ||
      (error instanceof Error && /unexpected end of/i.test(error.message));
    throw isCut ? new GromaError('UPLOAD_CUT', { name: 'The form' }) : error;
  }
}

async function readForm(request: FastifyRequest): Promise<ReceivedThumbnail> {
  let said = '';
  let picture: Omit<ReceivedThumbnail, 'type'> | undefined;
  const limits = { fileSize: templateLimits.thumbnailBytes, files: 1, fields: 10 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === 'templateType') said = String(part.value);
      continue;
    }
    const content = await buffer(part.file);
    if (part.file.truncated)
      throw new GromaError('TOO_LARGE', { name: part.filename, limit: `${templateLimits.thumbnailBytes / 1e6} MB` });
    if (part.fieldname === 'thumbnailFile') picture = { name: part.filename, content };
  }
  const type = templateTypes.find((each) => each === said);
  if (!type)
    throw new GromaError('BAD_INPUT', { detail: `templateType: one of ${templateTypes.join(', ')} is expected` });
  if (!picture) throw new GromaError('BAD_INPUT', { detail: 'thumbnailFile: a picture is expected' });
  if (picture.content.length === 0) throw new GromaError('UPLOAD_EMPTY');
  return { type, ...picture };
}
