import { markup, type Markup } from './markup.ts';
import { layout, pagePath } from './layout.ts';
import type { Wording } from './wording.ts';

/** Where a message stands instead of a page. */
export interface Place {
  wording: Wording;
  origin: string;
  /** Without the language. */
  path: string;
}

/** Asks the password of a publication, of which it says nothing; `problem` is what went wrong with the last one. */
export function passwordPage({ wording, origin, path }: Place, problem?: string): string {
  const { say, locale } = wording;
  const field = markup`<label for="password">${say('password')}</label
    ><input
      id="password"
      name="password"
      type="password"
      maxlength="200"
      required
      autofocus
      autocomplete="off"
      ${problem !== undefined && markup` aria-invalid="true" aria-describedby="problem"`}
    />`;
  return message(
    { wording, origin, path },
    say('locked'),
    markup`<p>${say('lockedText')}</p>
      <form method="post" action="${pagePath(locale, path)}">
        ${problem !== undefined && markup`<div class="problem" id="problem" role="alert">${problem}</div>`}${field}<button
          class="btn primary large"
        >
          ${say('unlock')}
        </button>
      </form>`,
  );
}

/** Says that there is nothing, also where there is something that is not for who asks. */
export function missingPage(place: Place): string {
  const { say, locale } = place.wording;
  const landing = encodeURIComponent(pagePath(locale, place.path));
  return message(
    place,
    say('missing'),
    markup`<p>${say('missingText')}</p>
      <a class="btn" href="/auth?callbackUrl=${landing}">${say('signIn')}</a>
      <a class="btn" href="${pagePath(locale, '/hub')}">${say('toHub')}</a>`,
  );
}

/** Says that something failed, with what helps. */
export function failurePage(place: Place, text = place.wording.say('failedText')): string {
  return message(place, place.wording.say('failed'), markup`<p>${text}</p>`);
}

function message(place: Place, title: string, content: Markup): string {
  return layout(
    { ...place, title, isListed: false },
    markup`<div class="state">
      <h1>${title}</h1>
      ${content}
    </div>`,
  );
}
