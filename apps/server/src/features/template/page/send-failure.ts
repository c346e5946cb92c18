import { GromaError, type LocaleId } from '@groma/model';
import type { streamed } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { localeOf } from './locale-of.ts';
import { pageType } from './page-parts.ts';
import { failurePage, missingPage, passwordPage } from './message-page.ts';
import { hubPolicy, sendPrivate, type Asking } from './send-answer.ts';
import { wordingOf } from './wording.ts';

/** The page that is asked for: undefined is a language there is not. */
export interface AskedPage {
  locale: LocaleId | undefined;
  /** Without the language. */
  path: string;
}

/** Answers with the page that says what went wrong; what nobody foresaw is logged. */
export function sendFailure(
  { log }: Pick<Platform, 'log'>,
  { locale, path, origin }: AskedPage & { origin: string },
  { request, reply }: Asking,
  error: unknown,
): Promise<typeof streamed> {
  const spoken = locale ?? localeOf('', request.headers['accept-language'] ?? '') ?? 'en';
  const place = { wording: wordingOf(spoken), origin, path: locale === undefined ? '/hub' : path };
  const known = error instanceof GromaError ? error : undefined;
  if (!known) log.error('A page of the hub could not be made.', { path, error });
  void reply.status(known?.status ?? 500);
  const body = bodyOf(known, place);
  return sendPrivate(reply, { type: pageType, policy: hubPolicy, body });
}

function bodyOf(known: GromaError | undefined, place: Parameters<typeof missingPage>[0]): string {
  const { say, count } = place.wording;
  switch (known?.code) {
    case 'NOT_FOUND':
      return missingPage(place);
    case 'PASSWORD_REQUIRED':
      return passwordPage(place);
    case 'WRONG_PASSWORD':
      return passwordPage(place, say('wrong'));
    case 'TOO_MANY_ATTEMPTS':
      return passwordPage(place, count('tooMany', Math.max(1, Math.ceil(Number(known.details['seconds']) / 60))));
    default:
      return failurePage(place);
  }
}
