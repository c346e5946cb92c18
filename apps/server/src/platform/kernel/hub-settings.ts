/** Which JupyterHub, and as whom. The token needs the scopes admin:servers, admin:users and access:servers. */
export interface HubSettings {
  url: string;
  token: string;
  user: string;
}

/** The hub of the settings, or undefined when machines run on this computer. @throws Error when half of it is given */
export function readHubSettings(env: NodeJS.ProcessEnv): HubSettings | undefined {
  const { JUPYTERHUB_URL: url, JUPYTERHUB_TOKEN: token, JUPYTERHUB_USER: user } = env;
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`JUPYTERHUB_URL: ${url} is not an http address.`);
  if (!token) throw new Error('JUPYTERHUB_URL needs JUPYTERHUB_TOKEN: the token of a service of the hub.');
  return { url, token, user: user || 'groma' };
}
