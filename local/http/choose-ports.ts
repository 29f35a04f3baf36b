// Chooses the ports of the three APIs and of the console. This happens before the synthesis, because the template
// contains the issuer of tokens, whose URL includes a port.
import { HeldPorts } from './held-ports.ts';

export interface ApiPorts {
  readonly ledger: number;
  readonly workbench: number;
  readonly identity: number;
}

/** The ports that the command line names. */
export interface WantedPorts {
  /** The first of the three of the APIs. */
  readonly base?: number | undefined;
  readonly console?: number | undefined;
}

export interface ChosenPorts {
  readonly ports: ApiPorts;
  readonly console: number;
  /** Frees the ports of the APIs. Until then they are held, so that no other process takes them. */
  release(): Promise<void>;
  releaseConsole(): Promise<void>;
}

const PREFERRED_BASE_PORT = 4010;
/** The console is as far above the first port of the APIs as it is by default. */
export const CONSOLE_OFFSET = 10;

/** Ports that are named must be free. Otherwise, a free port replaces each taken one. */
export async function choosePorts(
  { base, console }: WantedPorts = {},
  preferred = PREFERRED_BASE_PORT,
): Promise<ChosenPorts> {
  const [apis, site] = [new HeldPorts(), new HeldPorts()];
  const first = base ?? preferred;
  const isNamed = base !== undefined;
  try {
    // First: a port that is named may be one that the APIs merely prefer.
    const named = console === undefined ? undefined : await site.choose(console, true);
    const ports = {
      ledger: await apis.choose(first, isNamed),
      workbench: await apis.choose(first + 1, isNamed),
      identity: await apis.choose(first + 2, isNamed),
    };
    return {
      ports,
      console: named ?? (await site.choose(first + CONSOLE_OFFSET, isNamed)),
      release: apis.release,
      releaseConsole: site.release,
    };
  } catch (error) {
    await Promise.all([apis.release(), site.release()]);
    throw error;
  }
}
