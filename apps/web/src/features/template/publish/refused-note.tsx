import { Button, Note } from '@groma/ui';
import type { TemplateExposure } from '@groma/protocol';
import { useText } from '../../../platform/text.ts';
import { openRefused } from './open-refused.ts';
import type { NamedPublishable } from './publication-calls.ts';

/** What keeps something from being published, each with a way to where it is. */
export function RefusedNote({
  thing,
  refused,
  onLeave,
  onAgain,
  isChecking,
}: {
  thing: NamedPublishable;
  refused: TemplateExposure['refused'];
  onLeave: () => void;
  onAgain: () => void;
  isChecking: boolean;
}) {
  const t = useText();
  return (
    <Note kind="error">
      <p>{t('template.refused.text')}</p>
      <ul className="publish-refused">
        {refused.map(({ name, reason }, index) => (
          <li key={index}>
            <span>
              <bdi>{name}</bdi>
              <small>{t(`template.refused.reason.${reason}`)}</small>
            </span>
            <Button
              size="s"
              aria-label={t('template.refused.openOf', { name })}
              onClick={() => {
                onLeave();
                void openRefused(thing, name);
              }}
            >
              {t('template.open')}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="s" loading={isChecking} onClick={onAgain}>
        {t('template.refused.again')}
      </Button>
    </Note>
  );
}
