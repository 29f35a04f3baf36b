// Issues the access tokens of the measurements, where the product expects its issuer to be.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from '../local/listen.ts';

export interface TokenIssuer {
  readonly token: string;
  stop(): void;
}

const LIFETIME_SECONDS = 3_600;

export async function startTokenIssuer(port: number): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' };
  const server = createServer((_, answer) => answer.end(JSON.stringify({ keys: [key] })));
  await listen(server, port);
  const now = Math.floor(Date.now() / 1_000);
  const token = await new SignJWT({
    client_id: 'bench',
    tenant_id: 'bench',
    scope:
      'finance.read finance.write finance.approve configuration.write compliance.operate audit.read',
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })
    .setIssuer(`http://localhost:${port}`)
    .setAudience('countinghouse')
    .setSubject('bench')
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(privateKey);
  return {
    token,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
