import {
  DatabaseIcon,
  HistoryIcon,
  HomeIcon,
  MapIcon,
  Mark,
  NotebookIcon,
  RefreshIcon,
  SatelliteIcon,
  SchemaIcon,
  SparklesIcon,
  UsersIcon,
  WorldUploadIcon,
  useInterface,
} from '@groma/ui';
import { useEffect } from 'react';
import { carriedInvitation } from '../../platform/callback.ts';
import { ButtonLink } from '../../platform/link.tsx';
import { usePlace } from '../../platform/router.ts';
import { sessionStore } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useLocaleId, useText } from '../../platform/text.ts';
import { HubNewest } from './hub-newest.tsx';
import { InvitationNote } from './invitation/invitation-note.tsx';
import './hub-page.css';

const parts = [
  { key: 'maps', Icon: MapIcon },
  { key: 'notebooks', Icon: NotebookIcon },
  { key: 'data', Icon: DatabaseIcon },
  { key: 'imagery', Icon: SatelliteIcon },
  { key: 'workflows', Icon: SchemaIcon },
  { key: 'assistant', Icon: SparklesIcon },
  { key: 'together', Icon: UsersIcon },
  { key: 'publish', Icon: WorldUploadIcon },
] as const;

/** What hardly anything else does, in plain words. */
const strengths = [
  { key: 'live', Icon: RefreshIcon },
  { key: 'origin', Icon: HistoryIcon },
  { key: 'own', Icon: HomeIcon },
] as const;

/** Pixels of the pictures, so that nothing jumps when they come. */
const [pictureWidth, pictureHeight] = [1_280, 760];

/** The workspace as it is, in the theme of whoever looks (SHL-138). */
function ProductPicture() {
  const t = useText();
  const { scheme } = useInterface();
  return (
    <img
      className="hub-picture"
      src={`/landing/workspace-${scheme}.webp`}
      alt={t('access.hub.picture')}
      width={pictureWidth}
      height={pictureHeight}
      decoding="async"
    />
  );
}

/** The public page (ACC-018): what the product is, and the way in. */
export function Page() {
  const t = useText();
  const locale = useLocaleId();
  const { search } = usePlace();
  const invitation = carriedInvitation(search, location.origin);
  const isSignedIn = sessionStore((state) => state.user !== null);
  const hasSample = useSettings()?.sample === true;
  useEffect(() => {
    document.title = t('access.hub.pageTitle');
  }, [t]);
  return (
    <div className="hub">
      <header>
        <span className="hub-brand">
          <Mark size={26} />
          <b>Groma</b>
        </span>
        {isSignedIn ? (
          <ButtonLink href="/dashboard/workspaces" variant="primary">
            {t('access.toWorkspaces')}
          </ButtonLink>
        ) : (
          <ButtonLink href={`/auth${search}`} variant="primary">
            {t('access.signIn')}
          </ButtonLink>
        )}
      </header>
      <main>
        {invitation && !isSignedIn && <InvitationNote invitation={invitation} />}
        <section className="hub-lead">
          <h1>{t('access.hub.title')}</h1>
          <p>{t('access.hub.text')}</p>
          <a href={`/${locale}/hub`}>{t('template.hub.browse')}</a>
          {(hasSample || !isSignedIn) && (
            <div className="hub-ways">
              {hasSample && (
                <ButtonLink href="/sample" size="l" variant={invitation || isSignedIn ? 'default' : 'primary'}>
                  {t('access.hub.sample')}
                </ButtonLink>
              )}
              {!isSignedIn && (
                <ButtonLink href={`/auth/sign-up${search}`} size="l" variant={invitation ? 'primary' : 'default'}>
                  {t('access.createAccount')}
                </ButtonLink>
              )}
              {!isSignedIn && invitation && (
                <ButtonLink href={`/auth${search}`} size="l">
                  {t('access.signIn')}
                </ButtonLink>
              )}
            </div>
          )}
        </section>
        <ProductPicture />
        <ul className="hub-only">
          {strengths.map(({ key, Icon }) => (
            <li key={key}>
              <Icon size={18} />
              <h2>{t(`access.hub.${key}.title`)}</h2>
              <p>{t(`access.hub.${key}.text`)}</p>
            </li>
          ))}
        </ul>
        <HubNewest />
        <ul className="hub-parts">
          {parts.map(({ key, Icon }) => (
            <li key={key}>
              <Icon size={18} />
              <h2>{t(`access.hub.${key}.title`)}</h2>
              <p>{t(`access.hub.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
