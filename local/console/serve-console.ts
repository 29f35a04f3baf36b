// Serves the console where `npm start` registers it: sign-ins return to that address only, and the APIs answer
// its pages only.
import { startConsole } from './console-server.ts';
import type { ConsoleAddresses, ConsoleServer } from './console-server.ts';

export interface ConsoleStart {
  /** The folder of the built files. */
  readonly folder: string;
  readonly port: number;
  readonly clientId: string;
  readonly addresses: Partial<ConsoleAddresses>;
  /** The address of S3, from which files are downloaded. */
  readonly s3Endpoint: string | undefined;
}

export function serveConsole(start: ConsoleStart): Promise<ConsoleServer> {
  const { folder, port, clientId, addresses, s3Endpoint } = start;
  const { base_url = '', workbench_url = '', auth_url = '' } = addresses;
  return startConsole({
    folder,
    clientId,
    port,
    addresses: { base_url, workbench_url, auth_url },
    downloads: s3Endpoint === undefined ? [] : [new URL(s3Endpoint).origin],
  });
}
