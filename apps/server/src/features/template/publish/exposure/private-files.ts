import { basename } from 'node:path/posix';

const names = [
  /^\.env(?:\.(?!example$|sample$|template$|dist$).+)?$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc)$/i,
  /^(?:\.netrc|_netrc|\.pgpass|pgpass\.conf|\.git-credentials|\.htpasswd|\.pypirc|\.dockercfg|\.my\.cnf|\.s3cfg)$/i,
  /^\.?credentials?(?:\.[a-z]+)?$/i,
  /^(?:client_secret|service[-_]account)[^/]*\.json$/i,
  /^secrets?\.(?:json|ya?ml|toml|ini|env|txt)$/i,
];
const folders = /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.azure|\.kube|\.docker|\.config\/gcloud)\//;

/** Whether a file is one that people keep to themselves, by its name or its folder. */
export function isPrivateFile(path: string): boolean {
  const name = basename(path);
  return names.some((each) => each.test(name)) || folders.test(path);
}
