import { KeyIcon, LinkButton } from '@groma/ui';
import { callbackOf } from '../../../platform/callback.ts';
import { usePlace } from '../../../platform/router.ts';
import { useText } from '../../../platform/text.ts';
import type { Provider } from './use-providers.ts';

/** One button for each identity provider; the browser leaves for it and comes back to where it was going. */
export function ProviderButtons({ providers }: { providers: readonly Provider[] }) {
  const t = useText();
  const { search } = usePlace();
  if (providers.length === 0) return null;
  const callback = callbackOf(search, location.origin);
  const query = callback === null ? '' : `?callbackUrl=${encodeURIComponent(callback)}`;
  return (
    <>
      {providers.map(({ id, name, sign_in_path: path }) => (
        // The server answers this address, not a page of ours: the browser goes there by itself.
        <LinkButton key={id} href={`${path}${query}`} size="l" fullWidth icon={<KeyIcon />}>
          {t('access.continueWith', { provider: name })}
        </LinkButton>
      ))}
      <p className="sign-in-or" role="separator">
        <span>{t('access.orWord')}</span>
      </p>
    </>
  );
}
