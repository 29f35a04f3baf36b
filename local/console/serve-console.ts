// Serves the console where `npm start` registers it: sign-ins return to that address only, and the APIs answer
// its pages only.
import { startConsole } from './console-server.ts';
import type { ConsoleAddresses, ConsoleServer } from './console-server.ts';

const CONSOLE_PORT = 4020;

export interface ConsoleStart {
  /** The folder of the built files. */
  readonly folder: string;
  readonly clientId: string;
  readonly addresses: Partial<ConsoleAddresses>;
  /** The address of S3, from which files are downloaded. */
  readonly s3Endpoint: string | undefined;
}

export interface ServedConsole {
  /** Where the console is, or why it is nowhere. */
  readonly sentence: string;
  stop(): Promise<void>;
}

/** Another stack on this machine may have the port: then this one runs without a console. */
export async function serveConsole(start: ConsoleStart): Promise<ServedConsole> {
  const { folder, clientId, addresses, s3Endpoint } = start;
  const { base_url = '', workbench_url = '', auth_url = '' } = addresses;
  try {
    const server: ConsoleServer = await startConsole({
      folder,
      clientId,
      port: CONSOLE_PORT,
      addresses: { base_url, workbench_url, auth_url },
      downloads: s3Endpoint === undefined ? [] : [new URL(s3Endpoint).origin],
    });
    return { sentence: server.origin, stop: server.stop };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { sentence: `not served: ${reason}`, stop: async () => undefined };
  }
}
