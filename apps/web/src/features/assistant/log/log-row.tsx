import type { LogEntryReply } from '@groma/protocol';
import { useNumberFormat } from '@groma/ui';
import { useLocale, useText, type Text } from '../../../platform/text.ts';
import { toolTitle } from '../session/tool-title.ts';

/** One entry of the log. `price`: null where that of the model is not known, undefined where none is set at all. */
export function LogRow({
  entry,
  price,
}: {
  entry: LogEntryReply;
  price: { input: number; output: number } | null | undefined;
}) {
  const t = useText();
  const locale = useLocale();
  const number = useNumberFormat();
  const { username, agent, model, state, input_tokens: input, output_tokens: output, created_at: moment } = entry;
  const hasTokens = input + output > 0;
  return (
    <tr>
      <td>
        <time dateTime={moment}>{momentText(moment, locale)}</time>
      </td>
      <td dir="auto">{agent === null ? username : t('chat.log.byAgent', { agent, name: username })}</td>
      <td dir="auto">{model ?? ''}</td>
      <td>
        <Did entry={entry} />
      </td>
      <td data-state={state}>{stateText(state, t)}</td>
      <td className="gaia-log-number">{hasTokens ? `${number.format(input)} / ${number.format(output)}` : ''}</td>
      {price !== undefined && (
        <td className="gaia-log-number">
          {price && hasTokens ? costText((input * price.input + output * price.output) / 1_000_000, locale) : ''}
        </td>
      )}
    </tr>
  );
}

/** The tools that were called, to be unfolded one by one, or the changes that were decided. */
function Did({ entry: { calls, changes } }: { entry: LogEntryReply }) {
  const t = useText();
  if (changes.length > 0) {
    const named = changes.map(({ title, state }) => `${title} (${t(`change.state.${state}`)})`);
    return <span dir="auto">{t('chat.log.decided', { changes: named.join(', ') })}</span>;
  }
  if (calls.length === 0) return <span>{t('chat.log.noTools')}</span>;
  return calls.map((call, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- calls have no id and never change
    <details key={at}>
      <summary>
        {toolTitle(call.tool, t)}
        {' · '}
        {t(`chat.step.${call.consent === 'refused' ? 'refused' : call.outcome === 'open' ? 'left' : call.outcome}`)}
        {call.consent === 'allowed' && ` · ${t('chat.log.consented')}`}
      </summary>
      <pre dir="ltr">{call.arguments}</pre>
    </details>
  ));
}

function stateText(state: LogEntryReply['state'], t: Text): string {
  switch (state) {
    case 'writing':
      return t('chat.step.running');
    case 'asking':
      return t('chat.log.waiting');
    case 'complete':
      return t('chat.step.done');
    case 'stopped':
      return t('chat.log.stopped');
    case 'failed':
      return t('chat.step.failed');
    default:
      return state satisfies never;
  }
}

function momentText(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));
}

/** Answers cost parts of a cent. */
function costText(dollars: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 }).format(
    dollars,
  );
}
